package io.concor.diagnosis.advice;

import static io.concor.diagnosis.SituationBuilder.level;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.concor.FlowBuilder;
import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.WaitMode;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.StackProfileBuilder;
import io.concor.diagnosis.cause.Finding;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Advice;
import io.concor.diagnosis.verdict.Verdict.Performance;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AdvisorTest {

    private static SituationBuilder flow(JoinSettings settings) {
        return SituationBuilder.of(200).refused(200).filled("remote", TaskKind.SYNCHRONIZED_REMOTE, settings, 1);
    }

    private static List<Advice> advice(SituationBuilder flow, Cause cause) {
        return new Advisor("orders", flow.build()).advise(Finding.of(cause, 0, 0.9));
    }

    private static List<Advice> ofPool(@Nullable String bean, @Nullable String setting) {
        PoolWindow pool = new PoolWindow("shop", bean, "connections", setting, 10, level(10), level(3.5), true);
        return advice(flow(JoinSettings.fixed(16)).pool(pool), Cause.CONNECTION_POOL);
    }

    @Test
    void saysWhatHelpsPinnedThreads() {
        assertThat(advice(flow(JoinSettings.fixed(4)), Cause.PINNED_VIRTUAL_THREADS))
                .singleElement()
                .satisfies(advice -> assertThat(advice.text())
                        .startsWith("Avoid waiting in 'remote' while it holds its carrier thread"));
    }

    @Test
    void namesTwiceThePresentHeap() {
        long present = Runtime.getRuntime().maxMemory() >> 20;

        assertThat(advice(flow(JoinSettings.fixed(4)), Cause.GARBAGE_COLLECTION))
                .singleElement()
                .returns("-Xmx", Advice::setting)
                .returns(2 * present + "m", Advice::value);
    }

    @Test
    void adviceToAdmitMoreSaysWhoMustServeThem() {
        SituationBuilder waiting = SituationBuilder.of(200)
                .refused(200)
                .inFlight(64, 64)
                .empty("call", TaskKind.TRANSITION)
                .pending(63);

        assertThat(advice(waiting, Cause.ADMISSION))
                .first()
                .satisfies(
                        advice -> assertThat(advice.text())
                                .startsWith(
                                        "Admit more events at once, if the system that 'call' calls can serve more than 63 at a time."));
        assertThat(new Advisor("orders", waiting.build()).advise(Finding.of(Cause.ADMISSION, Finding.WHOLE_FLOW, 0.9)))
                .first()
                .satisfies(
                        advice -> assertThat(advice.text())
                                .isEqualTo(
                                        "Admit more events at once. A flow that is built in Java takes the number from its builder instead: maxInFlight."));
    }

    @Test
    void advisesNoMoreEventsInsideThanAFlowPermits() {
        assertThat(admitted(600_000)).singleElement().returns("1048576", Advice::value);
        assertThat(admitted(FlowBuilder.MAX_IN_FLIGHT)).isEmpty();
    }

    private static List<Advice> admitted(int most) {
        SituationBuilder full =
                SituationBuilder.of(200).refused(200).inFlight(most, most).empty("call", TaskKind.SIMPLE);
        return new Advisor("orders", full.build()).advise(Finding.of(Cause.ADMISSION, Finding.WHOLE_FLOW, 0.9));
    }

    @Test
    void adviceOnProcessorsThatOthersUseMentionsRefusals() {
        SituationBuilder flow = flow(JoinSettings.fixed(2)).host(2, 1.6, 2, 12);

        assertThat(adviceOnProcessors(flow))
                .isEqualTo(
                        "Find out what else this process computes, or use more processors. If requests enter this flow, limit their rate in front of this process: refusing one costs about as much as answering it, apart from its tasks.");
        assertThat(adviceOnProcessors(flow.refused(20)))
                .isEqualTo("Find out what else this process computes, or use more processors.");
        assertThat(adviceOnProcessors(flow.compiler(0.2)))
                .startsWith("The JVM still compiles its code: after a start, wait for a minute or two first. Find out");
    }

    @Test
    void adviceToWaitSaysThatItIsForTheCompiler() {
        SituationBuilder cold = flow(JoinSettings.fixed(2)).host(2, 1.9, 2, 12).compiler(0.8);

        assertThat(adviceOnProcessors(cold))
                .isEqualTo(
                        "The JVM uses 0.8 processors to compile its code, mostly in the first minutes under load. Wait for a minute or two, or warm the application up before it gets its full load.");
    }

    private static String adviceOnProcessors(SituationBuilder flow) {
        Finding elsewhere = Finding.of(Cause.CPU, Finding.WHOLE_FLOW, 0.9);
        return new Advisor("orders", flow.build()).advise(elsewhere).get(0).text();
    }

    @Test
    void leavesTheConnectionsThatOthersUse() {
        PoolWindow shared = new PoolWindow("shop", null, "connections", null, 10, level(9.5), level(0), true);
        Situation flow = SituationBuilder.of(200)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 0.8)
                .pool(shared)
                .build();

        assertThat(new ThreadNeeds(flow).mostWithConnection(0)).isEqualTo(4);
    }

    @Test
    void adviceOnThreadsGrowsAtMostFourfold() {
        assertThat(threads(flow(JoinSettings.fixed(4)))).isEqualTo(12);
        assertThat(threads(flow(JoinSettings.fixed(4)).refused(2_000))).isEqualTo(16);
    }

    @Test
    void advisesNoThreadsThatAreNotExpectedToHelp() {
        SituationBuilder locked = flow(JoinSettings.fixed(8))
                .host(2, 0.1, 0.2, 0)
                .service(new long[] {40_000_000}, new long[] {1_000})
                .running(8);
        StackProfileBuilder look = StackProfileBuilder.of(100).locked(87, "Registry.find");

        assertThat(predictedAdvice(locked)).hasSize(1);
        assertThat(predictedAdvice(locked.look(look)))
                .containsExactly(
                        Advice.ofText(
                                "More threads would not help at present: with 23 in slot 'remote', the predicted throughput is 200 events per second, and the next limit is 'lock'."));
        assertThat(predictedAdvice(locked.look(look).host(2, 1.2, 2, 2)))
                .as("while processors are busy, a prediction is too uncertain for that")
                .singleElement()
                .satisfies(advice -> assertThat(advice.text()).startsWith("Give slot 'remote' "));
    }

    private static List<Advice> predictedAdvice(SituationBuilder flow) {
        Advisor advisor = new Advisor("orders", flow.build());
        Finding tooFew = Finding.of(Cause.TOO_FEW_THREADS, 0, 0.9);
        return advisor.predicted(tooFew, advisor.advise(tooFew));
    }

    @Test
    void adviceOnThreadsSaysWhatTheirNumberRestsOn() {
        assertThat(text(flow(JoinSettings.fixed(4))))
                .isEqualTo("Give slot 'remote' 12 threads. At 400 events per second their utilisation is 67 %.");
        assertThat(text(flow(JoinSettings.fixed(4)).refused(2_000)))
                .isEqualTo(
                        "Give slot 'remote' 16 threads. They do not keep up yet: 2200 events per second keep 44 busy.");
    }

    @Test
    void advisesNoThreadsForWhatWaitsFromBefore() {
        SituationBuilder slower = SituationBuilder.of(200)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 1)
                .taken(210);
        assertThat(threads(slower)).as("at an utilisation of 95 %").isEqualTo(6);

        assertThat(advice(slower.taken(400), Cause.TOO_FEW_THREADS))
                .containsExactly(
                        Advice.ofText(
                                "Slot 'remote' takes 400 events per second and 200 arrive. Its threads suffice: the queue will drain without a change."));
    }

    @Test
    void adviceOnThreadsIsTheNeedThatTheAutopilotPlansWith() {
        Situation situation = flow(JoinSettings.fixed(4)).build();

        assertThat(new ThreadNeeds(situation).at(situation.traffic().offered()))
                .containsExactly(entry("remote", threads(flow(JoinSettings.fixed(4)))));
    }

    private static String text(SituationBuilder flow) {
        return advice(flow, Cause.TOO_FEW_THREADS).get(0).text();
    }

    @Test
    void adviceOnThreadsEndsAtTheConnectionsButIsOneMoreAtLeast() {
        StackProfileBuilder noneWaits = StackProfileBuilder.of(100);

        assertThat(threads(flow(JoinSettings.fixed(4)).connections(8, 4, 0))).isEqualTo(8);
        assertThat(threads(flow(JoinSettings.fixed(4)).connections(8, 4, 0).look(noneWaits)))
                .as("none waits, because there are more connections than threads")
                .isEqualTo(8);
        assertThat(threads(flow(JoinSettings.fixed(4)).connections(8, 3).look(noneWaits)))
                .as("threads of others wait")
                .isEqualTo(12);
        assertThat(threads(flow(JoinSettings.fixed(8)).pool(idle(8)))).isEqualTo(9);
    }

    @Test
    void adviceOnAJoinOfItsOwnEndsAtTheConnections() {
        SituationBuilder behind = SituationBuilder.of(200)
                .refused(200)
                .empty("remote", TaskKind.SYNCHRONIZED_REMOTE)
                .outside(1);

        assertThat(ownJoin(behind)).isEqualTo(JoinSettings.fixed(4));
        assertThat(ownJoin(behind.connections(3, 1, 0))).isEqualTo(JoinSettings.fixed(3));
    }

    private static JoinSettings ownJoin(SituationBuilder flow) {
        return advice(flow, Cause.CALLBACK_THREAD).get(0).change().settings();
    }

    @Test
    void adviceOnALockTellsItFromWhatThreadsShare() {
        assertThat(lock(StackProfileBuilder.of(100).locked(75, "com.shop.Cart.add")))
                .isEqualTo("Shorten what 'remote' does while it holds the lock, or use several locks.");
        assertThat(lock(StackProfileBuilder.of(100).sharing(75, "com.shop.Client.call")))
                .isEqualTo(
                        "Let more threads at once use the object that those in 'remote' wait for, or shorten its use.");
    }

    private static String lock(StackProfileBuilder look) {
        return advice(flow(JoinSettings.fixed(4)).look(look), Cause.LOCK).get(0).text();
    }

    @Test
    void asksForWhatElseHoldsConnectionsInsteadOfMoreOfThem() {
        StackProfileBuilder allWait = StackProfileBuilder.of(100).connecting(95);
        SituationBuilder without = flow(JoinSettings.fixed(4)).connections(3, 4);

        assertThat(advice(without.look(allWait), Cause.CONNECTION_POOL))
                .singleElement()
                .returns(null, Advice::setting)
                .returns(
                        "Find out what else holds connections of the pool 'pool': of the 3 in use, the events of this flow have 0.",
                        Advice::text);
    }

    @Test
    void namesNoNumberOfConnectionsThatItDoesNotAdvise() {
        assertThat(ofPool(null, "pool.size")).singleElement().satisfies(advice -> assertThat(advice.text())
                .isEqualTo("Allow more connections in pool 'shop': 400 events per second need 20.0 at once."));
        PoolWindow slow = new PoolWindow("shop", null, "connections", "pool.size", 3, level(3), level(3), true);
        assertThat(advice(
                        SituationBuilder.of(20)
                                .refused(980)
                                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 1)
                                .pool(slow),
                        Cause.CONNECTION_POOL))
                .singleElement()
                .returns("12", Advice::value)
                .returns(
                        "Allow more connections in pool 'shop': 1000 events per second need more than 12 at once while each holds one as long as now.",
                        Advice::text);
    }

    private static PoolWindow idle(int most) {
        return new PoolWindow("shop", null, "connections", null, most, level(1), level(0), true);
    }

    @Test
    void adviceOnThreadsForWhichThereAreNoConnectionsAsksForBoth() {
        assertThat(advice(flow(JoinSettings.fixed(8)).connections(8, 0), Cause.TOO_FEW_THREADS))
                .singleElement()
                .returns(null, Advice::change)
                .returns("pool.size", Advice::setting)
                .returns("23", Advice::value)
                .satisfies(
                        advice -> assertThat(advice.text())
                                .isEqualTo(
                                        "Slot 'remote' has as many threads as the pool 'pool' has connections, and all are in use. Allow 23 connections, then give the slot as many threads."));
    }

    @Test
    void adviceOnTooFewThreadsNeverKeepsOrLowersTheirNumber() {
        SituationBuilder most =
                flow(JoinSettings.cached(JoinSettings.MAX_THREADS)).host(2, 1, 1, 0);

        assertThat(advice(most, Cause.TOO_FEW_THREADS)).isEmpty();
    }

    @Test
    void adviceOnTooManyThreadsNeverKeepsOrRaisesTheirNumber() {
        assertThat(advice(flow(JoinSettings.fixed(4)), Cause.TOO_MANY_THREADS)).isEmpty();
        assertThat(advice(flow(JoinSettings.fixed(5)), Cause.TOO_MANY_THREADS))
                .singleElement()
                .satisfies(advice -> assertThat(advice.text()).isEqualTo("Give slot 'remote' 4 threads."));
    }

    @Test
    void singlePoolBecomesAFixedOneWithItsOtherSettings() {
        SituationBuilder single = flow(JoinSettings.single().capacity(64).waiting(WaitMode.YIELDING));

        assertThat(advice(single, Cause.TOO_FEW_THREADS)).singleElement().satisfies(advice -> assertThat(
                        advice.change().settings())
                .isEqualTo(JoinSettings.fixed(3).capacity(64).waiting(WaitMode.YIELDING)));
    }

    private static int threads(SituationBuilder flow) {
        return advice(flow, Cause.TOO_FEW_THREADS).get(0).change().settings().threads();
    }

    @Test
    void predictsNothingFromTasksOfWhichNoneHasFinished() {
        SituationBuilder flow = flow(JoinSettings.fixed(4)).inFlight(64, 64);

        assertThat(predicted(flow)).isNotNull();
        assertThat(predicted(flow.timeouts(200).taken(0.27))).isNull();
        assertThat(advice(flow, Cause.SLOW_REMOTE).get(0).text())
                .isEqualTo(
                        "Find out why the system that 'remote' calls answers too late for the timeout, and limit the time of that call.");
    }

    @Test
    void saysThatAChangeAloneDoesNotKeepTheGoal() {
        assertThat(advisePredicted(unkept().goalP99Micros(20_000)).text())
                .endsWith("This alone is not expected to reach the goal, a p99 of 20.0 ms.");
        assertThat(advisePredicted(unkept().goalP99Micros(60_000_000)).text()).doesNotContain("goal");
    }

    /** Tasks that compute would need more processors than there are, so what the change brings is not known. */
    @Test
    void saysNothingOfTheGoalIfItPredictsNothing() {
        SituationBuilder computing = SituationBuilder.of(18)
                .refused(100)
                .filled("task", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(1), 1, 0.3)
                .service(new long[] {50_000_000}, new long[] {1_000})
                .latency(900_000_000, 1_000)
                .goalP99Micros(20_000)
                .host(2, 1.9, 1.95, 0.5);

        Advice advice = advisePredicted(computing);
        assertThat(advice.change().predicted()).isNull();
        assertThat(advice.text()).doesNotContain("goal");
    }

    /** Of a thread whose events take 50 ms each. */
    private static SituationBuilder unkept() {
        return SituationBuilder.of(18)
                .filled("task", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(1), 1)
                .service(new long[] {50_000_000}, new long[] {1_000})
                .latency(900_000_000, 1_000);
    }

    private static @Nullable Performance predicted(SituationBuilder flow) {
        return advisePredicted(flow).change().predicted();
    }

    private static Advice advisePredicted(SituationBuilder flow) {
        return predictedAdvice(flow).get(0);
    }

    @Test
    void saysThatAPredictionIsUncertainWhileProcessorsLack() {
        assertThat(advisePredicted(flow(JoinSettings.fixed(4)).host(2, 0.5, 2, 1.5))
                        .text())
                .startsWith("Give slot 'remote' ")
                .contains(" All processors are busy. The flow's share of them is uncertain, and so are all figures.");
        assertThat(advisePredicted(flow(JoinSettings.fixed(4))).text()).doesNotContain("uncertain");
    }

    @Test
    void namesThePropertyOfAPoolWhereItIsKnown() {
        assertThat(ofPool("database", "spring.datasource.hikari.maximum-pool-size"))
                .containsExactly(Advice.ofSetting(
                        "Allow more connections in pool 'shop': 400 events per second need 20.0 at once.",
                        "spring.datasource.hikari.maximum-pool-size",
                        "29"));
    }

    @Test
    void advisesAsManyConnectionsAsTheRateNeedsHoweverManyThreadsWait() {
        PoolWindow pool = new PoolWindow("shop", null, "connections", null, 4, level(4), level(196), true);

        assertThat(advice(flow(JoinSettings.cached(200)).refused(100).pool(pool), Cause.CONNECTION_POOL))
                .as("4 connections serve 200 of 300 events per second: at 70 % of their time, 9 serve all")
                .containsExactly(Advice.ofText("Raise the maximum size of the pool 'shop' to 9."));
    }

    /** Those that time out while they wait in the slot have used none. */
    @Test
    void countsConnectionsOfEventsThatDoNotTimeOut() {
        PoolWindow pool = new PoolWindow("shop", null, "connections", null, 3, level(3), level(90), true);
        SituationBuilder timingOut =
                flow(JoinSettings.cached(200)).taken(100).refused(0).failed(100).timeouts(100);

        assertThat(timingOut.build().traffic().hasManyTimeouts()).isTrue();
        assertThat(advice(timingOut.pool(pool), Cause.CONNECTION_POOL))
                .as("3 connections serve 100 of 200 events per second: at 70 % of their time, 9 serve all")
                .containsExactly(Advice.ofText("Raise the maximum size of the pool 'shop' to 9."));
    }

    @Test
    void namesThePoolWhereItsPropertyIsNotKnown() {
        assertThat(ofPool(null, null))
                .containsExactly(Advice.ofText("Raise the maximum size of the pool 'shop' to 29."));
        assertThat(ofPool("database", null))
                .containsExactly(Advice.ofText(
                        "Raise the maximum size of the pool 'shop' (data source bean 'database') to 29."));
    }
}
