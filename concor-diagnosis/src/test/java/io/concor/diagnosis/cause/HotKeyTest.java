package io.concor.diagnosis.cause;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.advice.Advisor;
import io.concor.diagnosis.forecast.Forecast;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.WhatIf;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class HotKeyTest {

    private static final long MILLI = 1_000_000;

    /** Eight threads at a keyed component whose messages take 10 ms, and for half of which there is one key. */
    private static SituationBuilder keyed(double busy, double queue) {
        return SituationBuilder.of(200)
                .filled("balance", TaskKind.KEYED, JoinSettings.keyed(8), busy)
                .service(new long[] {10 * MILLI}, new long[] {1_000})
                .queue(queue)
                .hottestLane(0.5);
    }

    @Test
    void eventsThatWaitWhileThreadsAreFreeWaitForEachOther() {
        Situation hot = keyed(0.25, 60).build();
        Finding finding = CauseRules.check(hot).get(0);

        assertThat(finding.cause()).isEqualTo(Cause.HOT_KEY);
        assertThat(finding.summary())
                .isEqualTo(
                        "Events wait in slot 'balance' although its 8 threads are busy for only 25 % of the time: those of equal keys wait for each other. The most frequent key has 50 % of the events.");
        assertThat(new Advisor("orders", hot).advise(finding))
                .singleElement()
                .satisfies(advice -> assertThat(advice.text()).startsWith("More threads do not help."))
                .satisfies(advice -> assertThat(advice.change()).isNull());
    }

    @Test
    void moreThreadsAreWantedIfAllAreBusy() {
        assertThat(CauseRules.check(keyed(0.95, 60).build()).get(0).cause()).isEqualTo(Cause.TOO_FEW_THREADS);
    }

    @Test
    void shortQueuesOfAKeyAreNoLimit() {
        assertThat(CauseRules.check(keyed(0.25, 2).build())).isEmpty();
    }

    @Test
    void noNumberOfThreadsPromisesMoreThanTheMostFrequentKeyPermits() {
        Forecast forecast = new Forecast("orders", keyed(0.95, 60).build(), null);

        assertThat(forecast.predict(Map.of("balance", Optional.of(JoinSettings.keyed(64))), OptionalDouble.of(1_000))
                        .predicted()
                        .throughputPerSecond())
                .isEqualTo(200);
    }

    private static WhatIf predicted(SituationBuilder seen) {
        return new Forecast("orders", seen.build(), "balance").predict(Map.of(), OptionalDouble.of(400));
    }

    @Test
    void predictsAndSaysWhatTheMostFrequentKeyPermits() {
        WhatIf hot = predicted(keyed(0.25, 60));

        assertThat(hot.predicted().throughputPerSecond()).isEqualTo(200);
        assertThat(hot.reasons())
                .contains(
                        "One thread at a time handles the events of the most frequent key, which limits the flow to 200 events per second.");
    }

    /** A catch component that takes 200 ms, for two of 200 events. */
    @Test
    void countsTheTimeOfACatchComponentForEventsWithAnErrorOnly() {
        SituationBuilder rescued = SituationBuilder.of(200)
                .filled("balance", TaskKind.KEYED, JoinSettings.keyed(8), 0.25)
                .service(new long[] {10 * MILLI}, new long[] {1_000})
                .queue(60)
                .hottestLane(0.2)
                .errors(2)
                .empty("rescue", TaskKind.CATCH)
                .service(new long[] {200 * MILLI}, new long[] {10});

        assertThat(predicted(rescued).predicted().throughputPerSecond()).isGreaterThan(390);
    }

    @Test
    void drawsNoConclusionFromAFewEventsOfAKey() {
        SituationBuilder rare = SituationBuilder.of(2)
                .filled("balance", TaskKind.KEYED, JoinSettings.keyed(8), 0.025)
                .service(new long[] {10 * MILLI}, new long[] {100})
                .hottestLane(0.4);

        assertThat(predicted(rare).predicted().throughputPerSecond()).isGreaterThan(390);
    }
}
