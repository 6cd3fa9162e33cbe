package io.concor.diagnosis.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.StackProfileBuilder;
import io.concor.diagnosis.advice.ThreadNeeds;
import io.concor.diagnosis.simulation.Prediction;
import io.concor.diagnosis.situation.ClientThreads;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.WhatIf;
import io.concor.statistics.DurationHistogram;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForecastTest {

    /** A thread that is busy for half of the time, with events of 8 ms. */
    private static SituationBuilder half() {
        return SituationBuilder.of(62.5)
                .filled("task", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(1), 0.5)
                .service(new long[] {8_000_000}, new long[] {1_000})
                .latency(8_000, 1_000);
    }

    private static WhatIf predicted(SituationBuilder situation, double rate) {
        return new Forecast("flow", situation.build(), null).predict(Map.of(), OptionalDouble.of(rate));
    }

    private static WhatIf predicted(double dispersion, double rate) {
        return predicted(half().dispersion(dispersion), rate);
    }

    @Test
    void callsALimitThatIsNoComponentLikeItsCause() {
        assertThat(Stream.of(Cause.values()).map(Cause::toString))
                .contains(Prediction.PROCESSORS, Prediction.MAX_IN_FLIGHT, Prediction.CLIENT_THREADS);
    }

    @Test
    void runsACatchComponentForEventsWithAnErrorOnly() {
        SituationBuilder rescued = SituationBuilder.of(400)
                .host(4, 0.1, 0.1, 0)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 0.5, 0.01)
                .service(new long[] {5_000_000}, new long[] {1_000})
                .errors(4)
                .empty("rescue", TaskKind.CATCH)
                .service(new long[] {20_000_000}, new long[] {10})
                .latency(5_000, 1_000);

        assertThat(predicted(rescued, 400).predicted().throughputPerSecond()).isCloseTo(400, within(20.0));
    }

    @Test
    void saysThatFiguresAreUncertainWhileProcessorsLack() {
        assertThat(predicted(half().host(2, 0.5, 2, 1.5), 62.5).reasons())
                .anySatisfy(reason -> assertThat(reason).startsWith("All processors are busy"));
        assertThat(predicted(half().host(2, 0.5, 1, 0), 62.5).reasons())
                .noneSatisfy(reason -> assertThat(reason).startsWith("All processors are busy"));
    }

    @Test
    void saysThatMoreProcessorsWouldBeNeededThanThereAre() {
        assertThat(predicted(half().host(2, 0.5, 1, 0), 600).reasons())
                .contains(
                        "If all processor use grew with the rate, 9.6 processors would be needed; 2 would limit the flow to 125 events per second.");
        assertThat(predicted(half().host(2, 0.5, 1, 0), 120).reasons())
                .noneSatisfy(reason -> assertThat(reason).contains("would be needed"));
    }

    /** 24 threads share 10 connections, which a transaction takes before the first of two tasks. */
    @Test
    void doesNotTakeTheWaitForAConnectionAsPartOfATask() {
        Situation situation = SituationBuilder.of(493)
                .refused(207)
                .inFlight(256, 256)
                .host(2, 0.2, 0.3, 0)
                .filled("insert", TaskKind.SIMPLE, JoinSettings.fixed(24), 1, 0.01)
                .service(new long[] {48_000_000}, new long[] {1_000})
                .running(23.7)
                .empty("book", TaskKind.SIMPLE)
                .service(new long[] {300_000}, new long[] {1_000})
                .running(0.3)
                .transaction(0, 1)
                .connections(10, 14)
                .build();

        WhatIf fewer = new Forecast("flow", situation, "insert")
                .predict(Map.of("insert", Optional.of(JoinSettings.fixed(10))), OptionalDouble.empty());

        assertThat(fewer.predicted().throughputPerSecond()).isBetween(450.0, 510.0);
        assertThat(fewer.predicted().p50Micros()).isBetween(450_000.0, 560_000.0);
    }

    /** The simulation gives 600 events per second where 500 were measured. */
    @Test
    void correctsThreadsThatTakeAllConnectionsAsItCorrectsTheConnections() {
        Situation situation = SituationBuilder.of(500)
                .refused(300)
                .inFlight(256, 256)
                .host(2, 0.2, 0.3, 0)
                .filled("store", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(16), 0.94, 0.01)
                .service(new long[] {26_667_000}, new long[] {1_000})
                .running(16)
                .connections(10, 6)
                .build();
        Forecast forecast = new Forecast("flow", situation, "store");

        assertThat(throughput(forecast, "store", 20)).isBetween(490.0, 510.0);
        assertThat(throughput(forecast, "store", 10)).isBetween(490.0, 510.0);
        assertThat(throughput(forecast, "store", 5)).isBetween(245.0, 255.0);
    }

    private static double throughput(Forecast forecast, String slot, int threads) {
        return forecast.predict(Map.of(slot, Optional.of(JoinSettings.fixed(threads))), OptionalDouble.empty())
                .predicted()
                .throughputPerSecond();
    }

    /** 8 threads share a lock that each event needs for 6 ms of its 48. */
    @Test
    void moreThreadsDoNotHelpWhereTheyWaitForALock() {
        SituationBuilder locked = SituationBuilder.of(165)
                .refused(75)
                .inFlight(256, 256)
                .host(2, 0.1, 0.2, 0)
                .filled("resolver", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(8), 1)
                .service(new long[] {48_000_000}, new long[] {1_000})
                .running(8)
                .look(StackProfileBuilder.of(100).locked(85, "Registry.find"));

        WhatIf more = new Forecast("flow", locked.build(), "resolver")
                .predict(Map.of("resolver", Optional.of(JoinSettings.fixed(32))), OptionalDouble.empty());
        WhatIf fewer = new Forecast("flow", locked.build(), "resolver")
                .predict(Map.of("resolver", Optional.of(JoinSettings.fixed(2))), OptionalDouble.empty());

        assertThat(more.predicted().throughputPerSecond()).isBetween(155.0, 175.0);
        assertThat(more.predicted().limitedBy()).isEqualTo("lock");
        assertThat(fewer.predicted().throughputPerSecond()).isBetween(140.0, 175.0);
    }

    /**
     * One thread handles 80 events per second, so each takes it 12.5 ms; the samples are of an earlier time, when they
     * took longer.
     */
    @Test
    void takesTheTimesOfAlwaysBusyThreadsFromWhatTheyHandle() {
        Situation cold = SituationBuilder.of(80)
                .refused(120)
                .inFlight(1024, 1024)
                .filled("resolver", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(1), 1, 0.1)
                .service(new long[] {20_000_000, 200_000_000}, new long[] {25, 5})
                .empty("call", TaskKind.TRANSITION)
                .service(new long[] {5_000_000}, new long[] {30})
                .build();

        WhatIf four = new Forecast("flow", cold, "resolver")
                .predict(Map.of("resolver", Optional.of(JoinSettings.fixed(4))), OptionalDouble.empty());

        assertThat(four.predicted().limitedBy()).isNull();
        assertThat(four.predicted().p50Micros()).isBetween(5_000.0, 30_000.0);
    }

    /** A fifth of the events has timed out before a thread took it, which took no time. */
    @Test
    void doesNotCountEventsThatHaveTimedOutAsHandled() {
        Situation late = SituationBuilder.of(125)
                .failed(25)
                .timeouts(25)
                .filled("resolver", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 1, 0.1)
                .service(new long[] {40_000_000}, new long[] {1_000})
                .build();

        assertThat(throughput(new Forecast("flow", late, "resolver"), "resolver", 4))
                .isBetween(95.0, 105.0);
        assertThat(new ThreadNeeds(late).at(125)).containsEntry("resolver", 8);
    }

    /** 8 threads of other flows wait for a processor; "audit" writes for 10 ms and hardly uses one, so it hardly waits. */
    @Test
    void doesNotTakeOtherThreadsThatWaitForAProcessorForThoseOfATask() {
        Situation crowded = SituationBuilder.of(100)
                .refused(100)
                .host(2, 1, 2, 8)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 1, 0.01)
                .service(new long[] {40_000_000}, new long[] {1_000})
                .filled("audit", TaskKind.SIDE_EFFECT, JoinSettings.fixed(4), 0.25, 0.0025)
                .service(new long[] {10_000_000}, new long[] {1_000})
                .build();

        WhatIf more = new Forecast("flow", crowded, "remote")
                .predict(Map.of("remote", Optional.of(JoinSettings.fixed(64))), OptionalDouble.of(2_000));

        assertThat(more.predicted().throughputPerSecond()).isBetween(400.0, 450.0);
    }

    /** 64 callers compute 40 ms each on two processors: each takes more than a second for it. */
    @Test
    void aFewThreadsComputeAsMuchAsManyThatWaitForAProcessor() {
        SituationBuilder crowded = SituationBuilder.of(48)
                .refused(350)
                .inFlight(64, 64)
                .host(2, 1.95, 2, 62)
                .empty("hash", TaskKind.SIMPLE)
                .service(new long[] {1_133_000_000}, new long[] {500})
                .outside(63.5);

        WhatIf two = new Forecast("flow", crowded.build(), "hash")
                .predict(Map.of("hash", Optional.of(JoinSettings.fixed(2))), OptionalDouble.empty());

        assertThat(two.predicted().throughputPerSecond()).isBetween(38.0, 60.0);
    }

    /** One thread hands out numbers, in less time than its samples say; 32 threads wait 10.5 ms each. */
    @Test
    void correctsOnlyThePartThatLimitsBothLayouts() {
        Situation situation = SituationBuilder.of(394)
                .refused(306)
                .inFlight(256, 256)
                .filled("number", TaskKind.SINGLE_THREADED, JoinSettings.single(), 1, 0.1)
                .service(new long[] {3_500_000}, new long[] {1_000})
                .filled("charge", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.cached(32), 0.13, 0.01)
                .service(new long[] {10_500_000}, new long[] {1_000})
                .build();
        Forecast forecast = new Forecast("flow", situation, "number");

        assertThat(throughput(forecast, 3)).as("3 threads for 10.5 ms").isBetween(270.0, 290.0);
        assertThat(throughput(forecast, 8)).as("as now").isBetween(380.0, 400.0);
    }

    private static double throughput(Forecast forecast, int threads) {
        return throughput(forecast, "charge", threads);
    }

    @Test
    void letsNoEventWaitThatArrivesAtARegularPace() {
        WhatIf answer = predicted(0, 110);

        assertThat(answer.predicted().p99Micros()).isCloseTo(8_000, within(100.0));
        assertThat(answer.reasons()).contains("Events arrive at 110 per second, at a regular pace.");
    }

    @Test
    void letsEventsOfIndependentSendersWaitForEachOther() {
        WhatIf answer = predicted(1, 110);

        assertThat(answer.predicted().p99Micros()).isGreaterThan(60_000);
        assertThat(answer.reasons()).contains("Events arrive at 110 per second, independently of each other.");
    }

    /** 100 events per second arrive independently; those that wait do so for a shorter time than the simulation lets them. */
    private static SituationBuilder waitingLessThanSimulated() {
        return SituationBuilder.of(100)
                .dispersion(1)
                .filled("task", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(1), 0.7)
                .service(new long[] {7_000_000}, new long[] {1_000})
                .latency(DurationHistogram.of(new long[] {8_000_000, 35_000_000}, new long[] {950, 50}));
    }

    @Test
    void letsEventsWaitNoLongerThanTheyDo() {
        WhatIf asNow = predicted(waitingLessThanSimulated(), 100);

        assertThat(asNow.predicted().p99Micros()).isCloseTo(35_000, within(500.0));
        assertThat(asNow.reasons()).anySatisfy(reason -> assertThat(reason)
                .contains("35.0 ms were measured. Higher predictions are reduced in this ratio, at most to half."));
        assertThat(predicted(waitingLessThanSimulated(), 120).predicted().p99Micros())
                .isGreaterThan(45_000);
    }

    @Test
    void saysThatItDoesNotKnowWhyEventsTakeSoLong() {
        assertThat(predicted(half().latency(30_000, 1_000), 62.5).reasons()).anySatisfy(reason -> assertThat(reason)
                .endsWith("30.0 ms were measured. The difference is added to each predicted median."));
        assertThat(predicted(half().dispersion(0), 62.5).reasons())
                .noneSatisfy(reason -> assertThat(reason).contains("The difference is added"));
    }

    @Test
    void trustsNoLatencyOfAnotherLayout() {
        WhatIf asNow = predicted(waitingLessThanSimulated().mixedTimes(), 100);

        assertThat(asNow.predicted().p99Micros()).isGreaterThan(45_000);
        assertThat(asNow.reasons())
                .noneSatisfy(reason -> assertThat(reason).contains("shortened"))
                .contains(
                        "The layout changed or the flow started less than ten seconds ago: some of the measured times may be from before that.");
        assertThat(predicted(waitingLessThanSimulated(), 100).reasons())
                .noneSatisfy(reason -> assertThat(reason).endsWith("may be from before that."));
    }

    @Test
    void letsBurstsWaitLongest() {
        WhatIf answer = predicted(8, 110);

        assertThat(answer.predicted().p99Micros())
                .isGreaterThan(2 * predicted(1, 110).predicted().p99Micros());
        assertThat(answer.reasons()).contains("Events arrive at 110 per second, in bursts.");
    }

    @ParameterizedTest
    @ValueSource(doubles = {30, 60, 90, 110})
    void predictsNoMoreEventsThanArrive(double rate) {
        assertThat(predicted(4, rate).predicted().throughputPerSecond()).isLessThanOrEqualTo(rate);
    }

    @Test
    void predictsNoP99BelowTheMedian() {
        WhatIf answer = predicted(half().latency(30_000, 1_000), 5);

        assertThat(answer.predicted().p99Micros())
                .isGreaterThanOrEqualTo(answer.predicted().p50Micros());
    }

    /** Calls that a client answers on some threads, and a join of one thread behind them for events of 4 ms. */
    private static Situation behindCalls(int callingThreads, int calls) {
        return SituationBuilder.of(240)
                .host(2, 0.05, 0.05, 0)
                .filled("first", TaskKind.SIMPLE, JoinSettings.fixed(1), 0.1, 0.01)
                .service(new long[] {100_000}, new long[] {1_000})
                .empty("call", TaskKind.TRANSITION)
                .service(new long[] {1_000_000}, new long[] {calls})
                .callingThreads(callingThreads)
                .filled("after", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(1), 0.96)
                .service(new long[] {4_000_000}, new long[] {1_000})
                .build();
    }

    private static double withoutJoin(int callingThreads, int calls) {
        return new Forecast("flow", behindCalls(callingThreads, calls), "after")
                .predict(Map.of("after", Optional.empty()), OptionalDouble.of(900))
                .predicted()
                .throughputPerSecond();
    }

    @Test
    void letsTheThreadsThatCallContinuationsRunWhatFollowsThem() {
        assertThat(withoutJoin(1, 100)).isBetween(200.0, 260.0);
        assertThat(withoutJoin(2, 100)).isBetween(400.0, 520.0);
    }

    @Test
    void takesTheThreadsThatCallContinuationsAsUnlimitedIfTheyAreUncertain() {
        assertThat(withoutJoin(0, 0)).isGreaterThan(850);
        assertThat(withoutJoin(2, 19)).as("nine calls of one of them").isGreaterThan(850);
        assertThat(ClientThreads.count(behindCalls(31, 1_000))).hasValue(31);
        assertThat(ClientThreads.count(behindCalls(32, 1_000)))
                .as("as many as are counted at most")
                .isEmpty();
    }

    /** A task that waits, without a join, behind a transition. */
    @Test
    void doesNotTakeAnUnknownTaskToComputeIfTheProcessDoesNot() {
        Situation situation = SituationBuilder.of(240)
                .host(2, 0.05, 0.05, 0)
                .filled("first", TaskKind.SIMPLE, JoinSettings.fixed(1), 0.1, 0.01)
                .service(new long[] {100_000}, new long[] {1_000})
                .empty("call", TaskKind.TRANSITION)
                .service(new long[] {1_000_000}, new long[] {1_000})
                .empty("after", TaskKind.SIMPLE)
                .service(new long[] {4_000_000}, new long[] {1_000})
                .outside(1)
                .build();

        WhatIf answer = new Forecast("flow", situation, "after")
                .predict(Map.of("after", Optional.of(JoinSettings.fixed(4))), OptionalDouble.of(900));

        assertThat(answer.predicted().throughputPerSecond()).isGreaterThan(850);
    }
}
