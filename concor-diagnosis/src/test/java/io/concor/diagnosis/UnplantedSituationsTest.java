package io.concor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.cause.CauseRules;
import io.concor.diagnosis.cause.Finding;
import io.concor.diagnosis.signal.Level;
import io.concor.diagnosis.situation.LimitSigns;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.statistics.DurationHistogram;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What applications meet and the laboratory does not plant: the cause is named or suspected, and no other one is sure. */
class UnplantedSituationsTest {

    private static final double SURE = 0.7;
    private static final int SUSPECTS = 3;
    private static final long MILLI = 1_000_000;

    private static SituationBuilder full() {
        return SituationBuilder.of(100).refused(10).inFlight(64, 64);
    }

    /** A task whose threads wait. */
    private static SituationBuilder remote(int threads) {
        return full().host(4, 0.3, 0.5, 0)
                .filled("task", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(threads), 1, 0.02);
    }

    private static List<Finding> findings(SituationBuilder flow) {
        return findings(flow.build());
    }

    private static List<Finding> findings(Situation situation) {
        return CauseRules.check(situation).stream().limit(1 + SUSPECTS).toList();
    }

    private static SituationBuilder taking(long millis, SituationBuilder flow) {
        return flow.service(new long[] {millis * MILLI}, new long[] {200});
    }

    private static void assertNamed(Cause cause, List<Finding> findings) {
        assertThat(findings).first().returns(cause, Finding::cause);
    }

    /** The likeliest cause may be another one, but not a sure one. */
    private static void assertSuspected(Cause cause, List<Finding> findings) {
        assertThat(findings).extracting(Finding::cause).contains(cause);
        assertThat(findings)
                .filteredOn(finding -> finding.cause() != cause)
                .allSatisfy(finding -> assertThat(finding.confidence()).isLessThanOrEqualTo(SURE));
    }

    @Test
    void aLockOfSeveralProcesses() {
        StackProfileBuilder look = StackProfileBuilder.of(200)
                .locked(160, "org.apache.curator.framework.recipes.locks.LockInternals.internalLockLoop")
                .resting(200);

        List<Finding> findings = findings(remote(8).look(look));

        assertNamed(Cause.LOCK, findings);
        assertSuspected(Cause.LOCK, findings);
    }

    /** Two of ten connections are left. Whether the workers hold the others is not certain. */
    @Test
    void aLeakWhileTenWorkersOfASchedulerWait() {
        List<Finding> findings = findings(remote(4).connections(10, 2).idle(10));

        assertNamed(Cause.CONNECTION_LEAK, findings);
        assertSuspected(Cause.CONNECTION_LEAK, findings);
        assertThat(findings).extracting(Finding::cause).contains(Cause.CONNECTION_POOL);
        assertThat(findings.get(0).summary())
                .isEqualTo(
                        "Unless threads that seem to wait for work hold them, 8 of the 10 connections of pool 'pool', all in use, cannot belong to any event, request or job: some code does not close what it takes.");
    }

    /** Nothing is left, so that each event fails once the pool gives up. */
    @Test
    void aLeakOfAllConnections() {
        List<Finding> findings = findings(remote(4)
                .errors(90)
                .throwing("SQLTransientConnectionException")
                .connections(10, 4)
                .idle(10));

        assertNamed(Cause.CONNECTION_LEAK, findings);
        assertSuspected(Cause.CONNECTION_LEAK, findings);
    }

    @Test
    void aLeakWhileNothingElseMayHoldConnections() {
        List<Finding> findings = findings(remote(4).connections(10, 2));

        assertThat(findings).first().satisfies(leak -> {
            assertThat(leak.cause()).isEqualTo(Cause.CONNECTION_LEAK);
            assertThat(leak.confidence()).isGreaterThan(SURE);
        });
    }

    /** Eight threads of an event loop run what follows a transition, for a sixth of their time. */
    private static SituationBuilder eventLoop() {
        return eventLoop(8);
    }

    private static SituationBuilder eventLoop(int knownThreads) {
        return full().host(4, 1.5, 1.7, 0)
                .empty("ask", TaskKind.TRANSITION)
                .pending(60)
                .callingThreads(knownThreads)
                .service(new long[] {600 * MILLI}, new long[] {200})
                .empty("after", TaskKind.SIMPLE)
                .outside(new Level(1.3, 0, 4));
    }

    @Test
    void threadsOfAnEventLoopBehindASlowCallee() {
        assertNamed(Cause.SLOW_CALLBACK, findings(eventLoop().usually(20 * MILLI)));
        assertSuspected(Cause.SLOW_CALLBACK, findings(eventLoop().usually(20 * MILLI)));
        List<Finding> fromTheStart = findings(eventLoop());
        assertNamed(Cause.ADMISSION, fromTheStart);
        assertSuspected(Cause.SLOW_CALLBACK, fromTheStart);
        assertThat(findings(eventLoop().usually(600 * MILLI)))
                .as("as long as usual")
                .first()
                .satisfies(admission -> {
                    assertThat(admission.cause()).isEqualTo(Cause.ADMISSION);
                    assertThat(admission.confidence()).isGreaterThan(SURE);
                });
    }

    @Test
    void threadsOfAnEventLoopOfUnknownNumber() {
        assertThat(findings(eventLoop(0))).extracting(Finding::cause).doesNotContain(Cause.CALLBACK_THREAD);
    }

    /** Threads read from the socket of the database while the processors are free. */
    @Test
    void aRowThatTransactionsOfADatabaseLock() {
        SituationBuilder rows = taking(60, remote(16))
                .look(StackProfileBuilder.of(300).resting(295).calling(280));

        assertNamed(Cause.SLOW_REMOTE, findings(rows.usually(2 * MILLI)));
        assertSuspected(Cause.SLOW_REMOTE, findings(rows));
        assertThat(findings(rows.usually(60 * MILLI)))
                .as("as long as usual")
                .extracting(Finding::cause)
                .containsExactly(Cause.TOO_FEW_THREADS);
    }

    /** The transactions that wait for the row have all connections. */
    @Test
    void aRowThatTransactionsLockWhichUseUpThePool() {
        SituationBuilder rows = taking(100, remote(16))
                .connections(10, 6)
                .look(StackProfileBuilder.of(300).resting(295).connecting(110).calling(180));

        assertNamed(Cause.SLOW_REMOTE, findings(rows.usually(2 * MILLI)));
        assertSuspected(Cause.SLOW_REMOTE, findings(rows.usually(2 * MILLI)));
        assertSuspected(Cause.SLOW_REMOTE, findings(rows));
        assertThat(findings(rows.usually(50 * MILLI)))
                .as("the wait for a connection explains the time")
                .first()
                .satisfies(pool -> {
                    assertThat(pool.cause()).isEqualTo(Cause.CONNECTION_POOL);
                    assertThat(pool.confidence()).isGreaterThan(SURE);
                });
    }

    /** For the JDK such a container has one processor. */
    @Test
    void aContainerThatMayUseAQuarterOfAProcessor() {
        for (int threads : new int[] {2, 8}) {
            List<Finding> findings =
                    findings(full().filled("price", TaskKind.SIMPLE, JoinSettings.fixed(threads), 1, 0.25 / threads)
                            .host(0.25, 0.25, 0.25, threads - 0.25)
                            .stopped(0.95));

            assertNamed(Cause.CPU, findings);
            assertSuspected(Cause.CPU, findings);
            assertThat(findings.get(0).summary())
                    .isEqualTo("This process uses 0.25 of 0.25 processors, mostly in 'price'.");
            assertThat(findings.get(0).evidence())
                    .anySatisfy(stopped -> assertThat(stopped.signal()).isEqualTo("process.cpu.stopped"));
        }
    }

    /** The collector works all the time. */
    private static SituationBuilder collecting(double processor) {
        return full().filled("parse", TaskKind.SIMPLE, JoinSettings.fixed(4), 1, processor)
                .concurrentCollection(1);
    }

    private static void assertSuspectedAndNamedOnceThreadsStandStill(SituationBuilder collecting) {
        assertSuspected(Cause.GARBAGE_COLLECTION, findings(collecting));
        assertNamed(
                Cause.GARBAGE_COLLECTION,
                findings(collecting.look(StackProfileBuilder.of(200).stopped(150))));
    }

    /** Threads that could go on stand still, although processors are free. */
    @Test
    void threadsThatWaitForTheCollectorToFreeMemory() {
        SituationBuilder stalled = collecting(0.2).host(4, 2.4, 2.6, 0);

        assertSuspectedAndNamedOnceThreadsStandStill(stalled);
        assertThat(findings(stalled.concurrentCollection(0.1)))
                .as("the collector rests")
                .extracting(Finding::cause)
                .doesNotContain(Cause.GARBAGE_COLLECTION);
    }

    @Test
    void threadsThatWaitForACollectorWhichUsesAllProcessors() {
        assertSuspectedAndNamedOnceThreadsStandStill(collecting(0.1).host(4, 3.9, 4, 2));
    }

    @Test
    void aDiskThatIsSlowFromTheStart() {
        StackProfileBuilder look = StackProfileBuilder.of(100).resting(98).calling(95);

        assertSuspected(Cause.SLOW_REMOTE, findings(taking(80, remote(2)).look(look)));
        assertSuspected(
                Cause.SLOW_REMOTE,
                findings(full().host(4, 0.3, 0.5, 0)
                        .filled("journal", TaskKind.SINGLE_THREADED, JoinSettings.single(), 1, 0.02)
                        .look(look)));
    }

    /** Threads compute, as far as the operating system knows, and processors are free. */
    @Test
    void threadsThatShareTheBandwidthOfTheMemory() {
        SituationBuilder computing = full().filled("scan", TaskKind.SIMPLE, JoinSettings.fixed(4), 1, 0.98)
                .service(new long[] {30 * MILLI}, new long[] {200})
                .host(8, 4, 4.2, 0);

        assertSuspected(Cause.CPU, findings(computing));
        assertNamed(Cause.CPU, findings(computing.usually(10 * MILLI)));
        assertSuspected(Cause.CPU, findings(computing.usually(10 * MILLI)));
    }

    /** At 50 events per second, three of 128 are some twelve in ten seconds. */
    @Test
    void aGoalThatFewSampledEventsTellAbout() {
        SituationBuilder few = remote(4).refused(0).inFlight(5, 64).goalP99Micros(50_000);

        assertThat(LimitSigns.of(few.latency(90_000, 12).build())).isEmpty();
        assertThat(LimitSigns.lacksLatency(few.build())).isTrue();
        DurationHistogram oneSlow = DurationHistogram.of(new long[] {4 * MILLI, 900 * MILLI}, new long[] {24, 1});
        assertThat(LimitSigns.of(few.latency(oneSlow).build())).as("one of 25").isEmpty();
        DurationHistogram twoSlow = DurationHistogram.of(new long[] {4 * MILLI, 900 * MILLI}, new long[] {23, 2});
        assertThat(LimitSigns.missesLatency(few.latency(twoSlow).build())).isTrue();
    }
}
