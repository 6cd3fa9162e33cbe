package io.concor.diagnosis.cause;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.StackProfileBuilder;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CauseRulesTest {

    private static final long MILLI = 1_000_000;

    /** A full flow with one component, whose threads are busy. */
    private static SituationBuilder task(int threads, double processor) {
        return SituationBuilder.of(100)
                .refused(10)
                .inFlight(64, 64)
                .host(2, 1, 2, 0)
                .filled("task", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(threads), 1, processor)
                .queue(60);
    }

    private static List<Cause> causes(SituationBuilder builder) {
        return CauseRules.check(builder.build()).stream().map(Finding::cause).toList();
    }

    @Test
    void doesNotBlameOtherProcessesForThreadsThatWaitForSomethingElse() {
        SituationBuilder sleeping = task(2, 0.05).host(2, 1, 2, 2);

        assertThat(causes(sleeping)).containsExactly(Cause.TOO_FEW_THREADS);
    }

    @Test
    void namesThreadsOfClientsThatAreAlwaysBusyBehindAStageThatIs() {
        SituationBuilder both = SituationBuilder.of(240)
                .host(2, 0.1, 0.1, 0)
                .filled("task", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(2), 1, 0.01)
                .empty("call", TaskKind.TRANSITION)
                .empty("after", TaskKind.SIMPLE);

        assertThat(causes(both)).startsWith(Cause.TOO_FEW_THREADS);
        assertThat(causes(both.outside(1))).startsWith(Cause.CALLBACK_THREAD);
    }

    @Test
    void doesNotBlameAPoolThatNoThreadOfTheFlowWaitsFor() {
        SituationBuilder sleeping =
                task(2, 0.05).connections(10, 2).elsewhere(8, 0).look(StackProfileBuilder.of(120));

        assertThat(causes(sleeping)).containsExactly(Cause.TOO_FEW_THREADS);
    }

    @Test
    void namesAPoolThatIsKnownFromStacksOnly() {
        Finding pool = CauseRules.check(task(8, 0.05)
                        .look(StackProfileBuilder.of(100).connecting(75))
                        .build())
                .get(0);

        assertThat(pool.cause()).isEqualTo(Cause.CONNECTION_POOL);
        assertThat(pool.summary())
                .isEqualTo(
                        "Threads in 'task' wait for a connection in 75 % of the stack samples. The pool does not report its figures.");
        assertThat(causes(task(8, 0.05).look(StackProfileBuilder.of(100).connecting(20))))
                .containsExactly(Cause.TOO_FEW_THREADS);
    }

    @Test
    void namesAPoolOnceWhoseFiguresAreKnown() {
        SituationBuilder known =
                task(8, 0.05).connections(8, 6).look(StackProfileBuilder.of(100).connecting(75));

        assertThat(causes(known)).containsOnlyOnce(Cause.CONNECTION_POOL);
        assertThat(summaries(known)).first().asString().contains("8 connections of pool 'pool'");
    }

    @Test
    void namesALockOnceIfThreadsAlsoWaitTogether() {
        assertThat(causes(task(8, 0.05)
                        .look(StackProfileBuilder.of(100)
                                .locked(60, "com.shop.Cart.add")
                                .sharing(40, "com.shop.Client.call"))))
                .containsOnlyOnce(Cause.LOCK);
    }

    @Test
    void namesWhatThreadsWaitForTogether() {
        Finding shared = CauseRules.check(task(8, 0.05)
                        .look(StackProfileBuilder.of(100).sharing(75, "com.shop.Client.call"))
                        .build())
                .get(0);

        assertThat(shared.cause()).isEqualTo(Cause.LOCK);
        assertThat(shared.summary())
                .isEqualTo(
                        "Threads in 'task' wait for the same object, such as a semaphore or a pool, in 75 % of the stack samples, at com.shop.Client.call.");
        assertThat(causes(task(8, 0.05).look(StackProfileBuilder.of(100).sharing(20, "com.shop.Client.call"))))
                .containsExactly(Cause.TOO_FEW_THREADS);
    }

    @Test
    void doubtsThatTheFlowWaitsForAPoolIfThreadsOfOthersMay() {
        SituationBuilder sleeping = task(2, 0.05).connections(10, 2).elsewhere(8, 0);

        assertThat(causes(sleeping)).first().isEqualTo(Cause.TOO_FEW_THREADS);
        assertThat(causes(sleeping.look(StackProfileBuilder.of(120).connecting(60))))
                .startsWith(Cause.CONNECTION_POOL);
    }

    @Test
    void doubtsThatAStageWaitsForAPoolIfThoseInFrontOfItMay() {
        SituationBuilder stages = SituationBuilder.of(100)
                .refused(10)
                .inFlight(64, 64)
                .filled("booking", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(8), 1)
                .filled("stock", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(2), 1)
                .transactions(8)
                .connections(10, 7);

        assertThat(causes(stages)).startsWith(Cause.TOO_FEW_THREADS, Cause.CONNECTION_POOL);
    }

    private static Situation since(SituationBuilder before, SituationBuilder now, int windows) {
        Situation latest = now.build();
        List<Observation> seen = new ArrayList<>(before.observations().subList(0, 5 - windows));
        seen.addAll(latest.recent().subList(0, windows));
        return latest.withWindows(seen);
    }

    @Test
    void locatesANewOverloadByItsWholeSeconds() {
        SituationBuilder before = SituationBuilder.of(100)
                .refused(10)
                .filled("task", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(2), 0.3, 0.05);

        assertThat(CauseRules.check(since(before, task(2, 0.05), 2)).get(0).cause())
                .isEqualTo(Cause.TOO_FEW_THREADS);
    }

    @Test
    void suspectsAPoolThatIsShortForTwoSeconds() {
        SituationBuilder before = task(24, 0.05).pool(pool(0));
        SituationBuilder now = task(24, 0.05).pool(pool(14));

        assertThat(CauseRules.check(since(before, now, 2)).get(0).cause()).isEqualTo(Cause.CONNECTION_POOL);
        assertThat(CauseRules.check(since(before, now, 1)).get(0).cause()).isEqualTo(Cause.TOO_FEW_THREADS);
    }

    private static PoolWindow pool(double pending) {
        return new PoolWindow(
                "pool",
                null,
                "pool",
                "pool.size",
                10,
                SituationBuilder.level(10),
                SituationBuilder.level(pending),
                true);
    }

    @Test
    void namesTheComponentBeforeWhichATransactionTakesItsConnection() {
        SituationBuilder booking = SituationBuilder.of(100)
                .refused(10)
                .filled("insert", TaskKind.SIMPLE, JoinSettings.fixed(24), 1)
                .running(9)
                .empty("book", TaskKind.SIMPLE)
                .running(15)
                .connections(10, 14);

        assertThat(CauseRules.check(booking.build()).get(0).component()).isEqualTo(1);
        Finding inTransaction =
                CauseRules.check(booking.transaction(0, 1).build()).get(0);
        assertThat(inTransaction.component()).isZero();
        assertThat(inTransaction.summary()).startsWith("At 'insert', 14 threads wait");
    }

    @Test
    void callsNoConnectionLeakedThatAThreadOrAnOpenTransactionMayHold() {
        SituationBuilder pool = task(4, 0.05).connections(10, 2);

        assertThat(causes(pool)).as("8 connections without a holder").startsWith(Cause.CONNECTION_LEAK);
        assertThat(causes(pool.elsewhere(0, 8)))
                .as("transactions of another flow")
                .startsWith(Cause.CONNECTION_POOL)
                .doesNotContain(Cause.CONNECTION_LEAK);
        assertThat(causes(pool.elsewhere(0, 0).transactions(8)))
                .as("its own transactions")
                .startsWith(Cause.CONNECTION_POOL)
                .doesNotContain(Cause.CONNECTION_LEAK);
        assertThat(causes(pool.transactions(0).elsewhere(8, 0)))
                .as("threads of another flow, or outside of flows")
                .doesNotContain(Cause.CONNECTION_LEAK);
        assertThat(causes(pool.elsewhere(Integer.MAX_VALUE, 0)))
                .as("virtual threads outside of flows")
                .startsWith(Cause.TOO_FEW_THREADS)
                .doesNotContain(Cause.CONNECTION_LEAK);
    }

    @Test
    void speaksOfOneThreadInTheSingular() {
        assertThat(summaries(task(1, 0.05)))
                .containsExactly("The only thread of slot 'task' is always busy: it waits, mostly in 'task'.");
        assertThat(summaries(task(4, 0.05).connections(4, 1)))
                .contains(
                        "At 'task', 1 thread waits for one of the 4 connections of pool 'pool', which are all in use.");
    }

    private static SituationBuilder timeouts(TaskKind kind) {
        return timeouts(kind, 0);
    }

    /** 64 events inside, each for five seconds, and tasks of fifteen seconds. */
    private static SituationBuilder timeouts(TaskKind kind, double processor) {
        return SituationBuilder.of(12.8)
                .timeouts(12.8)
                .inFlight(64, 64)
                .filled("task", kind, JoinSettings.fixed(4), 1, processor)
                .errors(12.8)
                .taken(0.27);
    }

    @Test
    void namesTheTaskThatOutlastsTheTimeoutOfNearlyAllEvents() {
        assertThat(causes(timeouts(TaskKind.SYNCHRONIZED_REMOTE))).first().isEqualTo(Cause.SLOW_REMOTE);
        assertThat(causes(timeouts(TaskKind.SIMPLE))).first().isEqualTo(Cause.SLOW_MESSAGES);
        assertThat(summaries(timeouts(TaskKind.SIMPLE)))
                .first()
                .isEqualTo("100 % of the events time out because 'task' takes longer than the timeout.");
        assertThat(causes(timeouts(TaskKind.SIMPLE).timeouts(10))).doesNotContain(Cause.SLOW_MESSAGES);
    }

    @Test
    void asksForThreadsIfEventsTimeOutInTheQueueOfAShortTask() {
        assertThat(causes(timeouts(TaskKind.SYNCHRONIZED_REMOTE).taken(40))).containsExactly(Cause.TOO_FEW_THREADS);
    }

    @Test
    void doesNotCallMessagesSlowThatTimeOutBecauseTheirTaskComputes() {
        assertThat(causes(timeouts(TaskKind.SIMPLE, 0.9))).doesNotContain(Cause.SLOW_MESSAGES);
    }

    @Test
    void countsErrorsWithoutTimeouts() {
        SituationBuilder failing = timeouts(TaskKind.SYNCHRONIZED_REMOTE).taken(40);

        assertThat(causes(failing.timeouts(6))).startsWith(Cause.DOWNSTREAM_ERRORS);
        assertThat(causes(failing.timeouts(12.8))).doesNotContain(Cause.DOWNSTREAM_ERRORS);
    }

    @Test
    void saysNothingOfTimesThatThreadsSpentWaitingForProcessors() {
        SituationBuilder few = starved(0.1).service(new long[] {MILLI, 500 * MILLI}, new long[] {98, 2});

        assertThat(causes(few)).contains(Cause.CPU).doesNotContain(Cause.SLOW_MESSAGES);
        SituationBuilder slow = starved(0.1).service(new long[] {5 * MILLI}, new long[] {100});
        assertThat(CauseRules.check(slow.usually(MILLI)))
                .extracting(Finding::cause)
                .contains(Cause.CPU)
                .doesNotContain(Cause.SLOW_REMOTE);
    }

    /** Four threads that wait for processors, which the rest of the application uses. */
    private static SituationBuilder starved(double processor) {
        return SituationBuilder.of(100)
                .filled("task", TaskKind.SIMPLE, JoinSettings.fixed(4), 1, processor)
                .host(2, 1.2, 2, 12);
    }

    @Test
    void doesNotAskForThreadsWhereThoseOfCallersKeepTheProcessorsBusy() {
        SituationBuilder callers = SituationBuilder.of(140)
                .refused(60)
                .inFlight(64, 64)
                .empty("hasher", TaskKind.SIMPLE)
                .outside(60);

        assertThat(causes(callers.host(2, 1.8, 1.9, 20))).startsWith(Cause.CPU);
        assertThat(causes(callers.host(2, 0.3, 0.4, 0))).startsWith(Cause.TOO_FEW_THREADS);
    }

    @Test
    void namesTheProcessorsAsSoonAsCallersKeepThemBusy() {
        SituationBuilder before = SituationBuilder.of(5)
                .empty("hasher", TaskKind.SIMPLE)
                .outside(0.1)
                .host(2, 0.1, 0.2, 0);
        SituationBuilder now = SituationBuilder.of(140)
                .goalP99Micros(50_000)
                .latency(400_000, 100)
                .empty("hasher", TaskKind.SIMPLE)
                .outside(60)
                .host(2, 1.9, 2, 40);

        assertThat(CauseRules.check(since(before, now, 3)).get(0).cause()).isEqualTo(Cause.CPU);
    }

    @Test
    void namesNoComponentIfTheRestOfTheApplicationUsesTheProcessors() {
        Finding elsewhere = CauseRules.check(starved(0.05).build()).get(0);

        assertThat(elsewhere.cause()).isEqualTo(Cause.CPU);
        assertThat(elsewhere.component()).isEqualTo(Finding.WHOLE_FLOW);
        assertThat(elsewhere.summary())
                .isEqualTo(
                        "This process uses 1.2 of 2 processors, and the threads of this flow only 0.2. Most is used by other parts of the application, such as other flows or the web server, also for refused requests.");
        assertThat(CauseRules.check(starved(0.13).build()).get(0).summary())
                .isEqualTo(
                        "This process uses 1.2 of 2 processors, and the threads in 'task' wait for one for 87 % of their time.");
        assertThat(summaries(starved(0.05).empty("answer", TaskKind.SIMPLE).outside(2)))
                .as("callers run a component, too")
                .anySatisfy(summary -> assertThat(summary).contains("and the threads in 'task' wait for one"));
    }

    @Test
    void comparesTheUseOfProcessorsWithTheBoundThatItExceeds() {
        assertThat(CauseRules.check(starved(0.2).build()).get(0).evidence()).anySatisfy(use -> {
            assertThat(use.signal()).isEqualTo("process.cpu.usage");
            assertThat(use.value()).isEqualTo(0.6);
            assertThat(use.threshold()).isEqualTo(0.5);
        });
    }

    private static List<String> summaries(SituationBuilder builder) {
        return CauseRules.check(builder.build()).stream().map(Finding::summary).toList();
    }

    @Test
    void namesAFewSlowMessages() {
        SituationBuilder few = task(2, 0.05).service(new long[] {MILLI, 500 * MILLI}, new long[] {98, 2});

        assertThat(causes(few)).first().isEqualTo(Cause.SLOW_MESSAGES);
    }

    @Test
    void namesAFewSlowMessagesWhereTheOthersTakeMicroseconds() {
        SituationBuilder few = SituationBuilder.of(400)
                .refused(100)
                .filled("task", TaskKind.SIMPLE, JoinSettings.fixed(1), 1, 1)
                .service(new long[] {300, 6_000, 50 * MILLI}, new long[] {60, 36, 4});

        assertThat(causes(few)).first().isEqualTo(Cause.SLOW_MESSAGES);
    }

    @Test
    void doesNotCallEveryFifthMessageFew() {
        SituationBuilder fifth = task(2, 0.05).service(new long[] {MILLI, 500 * MILLI}, new long[] {80, 20});

        assertThat(causes(fifth)).doesNotContain(Cause.SLOW_MESSAGES);
    }

    @Test
    void doubtsSlowMessagesWhileThreadsWaitForEachOther() {
        SituationBuilder few = task(4, 0.05)
                .service(new long[] {MILLI, 500 * MILLI}, new long[] {98, 2})
                .look(StackProfileBuilder.of(100).sharing(75, "Routes.lease").resting(100));

        assertThat(causes(few)).startsWith(Cause.LOCK).contains(Cause.SLOW_MESSAGES);
    }

    @Test
    void doubtsSlowMessagesWhileThreadsWaitForProcessors() {
        SituationBuilder few = task(2, 0.3)
                .service(new long[] {MILLI, 500 * MILLI}, new long[] {98, 2})
                .host(2, 0.6, 2, 1.1);

        assertThat(causes(few)).startsWith(Cause.NOISY_NEIGHBOUR);
        assertThat(confidence(few.build(), Cause.SLOW_MESSAGES)).isLessThan(0.6);
    }

    /** With other threads before, the same messages waited for something else, such as connections. */
    @Test
    void doubtsSlowMessagesInTheSecondsAfterAChange() {
        SituationBuilder few = task(2, 0.05).service(new long[] {MILLI, 500 * MILLI}, new long[] {98, 2});

        assertThat(causes(few.mixedTimes())).startsWith(Cause.TOO_FEW_THREADS);
    }

    @Test
    void doubtsASingleThreadThatWaitsForAProcessor() {
        SituationBuilder starved = SituationBuilder.of(100)
                .refused(50)
                .filled("number", TaskKind.SINGLE_THREADED, JoinSettings.single(), 1, 0.1)
                .host(2, 1.8, 2, 8);

        assertThat(confidence(starved.build(), Cause.SINGLE_THREAD)).isEqualTo(0.6);
        assertThat(confidence(
                        SituationBuilder.of(100)
                                .refused(50)
                                .filled("number", TaskKind.SINGLE_THREADED, JoinSettings.single(), 1, 0.9)
                                .build(),
                        Cause.SINGLE_THREAD))
                .isEqualTo(0.9);
    }

    private static double confidence(Situation situation, Cause cause) {
        return CauseRules.check(situation).stream()
                .filter(finding -> finding.cause() == cause)
                .findFirst()
                .orElseThrow()
                .confidence();
    }

    @Test
    void doubtsASlowRemoteSystemWhileThreadsWaitForProcessors() {
        SituationBuilder slow = task(2, 0.3).service(new long[] {4 * MILLI}, new long[] {100});

        assertThat(confidence(slow.usually(MILLI), Cause.SLOW_REMOTE)).isGreaterThan(0.8);
        assertThat(confidence(slow.host(2, 0.6, 2, 1.1).usually(MILLI), Cause.SLOW_REMOTE))
                .isLessThan(0.6);
    }

    /** Of eight threads, hardly two wait for a processor: that does not explain 35 times as long. */
    @Test
    void isSureOfARemoteSystemThatIsFarSlowerThanTheWaitForProcessorsExplains() {
        SituationBuilder slow = task(8, 0.02).service(new long[] {415 * MILLI}, new long[] {100});

        assertThat(confidence(slow.host(2, 0.6, 2, 1.4).usually(12 * MILLI), Cause.SLOW_REMOTE))
                .isGreaterThan(0.8);
    }

    /** The number of threads, which was another one before, has no part in that time. */
    @Test
    void isSureOfASlowContinuationInTheSecondsAfterAChange() {
        SituationBuilder slow = SituationBuilder.of(100)
                .inFlight(500, 512)
                .refused(50)
                .empty("call", TaskKind.TRANSITION)
                .pending(500)
                .service(new long[] {500 * MILLI}, new long[] {100});

        assertThat(CauseRules.check(slow.mixedTimes().usually(50 * MILLI)))
                .first()
                .extracting(Finding::cause)
                .isEqualTo(Cause.SLOW_CALLBACK);
        assertThat(confidence(slow.host(2, 0.6, 2, 3).usually(50 * MILLI), Cause.SLOW_CALLBACK))
                .as("clients that lack a processor are not ten times as slow")
                .isGreaterThan(0.8);
        assertThat(confidence(slow.host(2, 1.6, 2, 3).usually(50 * MILLI), Cause.SLOW_CALLBACK))
                .as("unless this process uses most")
                .isLessThan(0.5);
        slow.host(2, 0.6, 2, 3);
        assertThat(confidence(slow.usually(200 * MILLI), Cause.SLOW_CALLBACK))
                .as("but may be twice as slow")
                .isLessThan(0.6);
    }

    @Test
    void doubtsSlowMessagesWhileThreadsWaitForConnections() {
        SituationBuilder pool = task(4, 0.05)
                .service(new long[] {MILLI, 500 * MILLI}, new long[] {98, 2})
                .connections(2, 2);

        assertThat(causes(pool)).startsWith(Cause.CONNECTION_POOL);
        assertThat(confidence(pool.build(), Cause.SLOW_MESSAGES)).isLessThan(0.6);
    }
}
