package io.concor.diagnosis.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.simulation.Load;
import io.concor.diagnosis.simulation.Load.Bursts;
import io.concor.diagnosis.simulation.Load.Bursts.Interval;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.WhatIf;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ForecastOfBurstsTest {

    private static final double MILLIS = 1_000;

    /** Each second 200 events of 12 ms come at once. */
    private static SituationBuilder bursts(int threads) {
        return SituationBuilder.of(200)
                .filled("task", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(threads), 2.4 / threads)
                .service(new long[] {12_000_000}, new long[] {1_000})
                .latency(300_000, 1_000)
                .burstsOf(200);
    }

    private static WhatIf whatIf(SituationBuilder situation, int threads) {
        return new Forecast("flow", situation.build(), null)
                .predict(Map.of("task", Optional.of(JoinSettings.fixed(threads))), OptionalDouble.empty());
    }

    @Test
    void eventsOfABurstWaitForEachOther() {
        WhatIf more = whatIf(bursts(4), 32);

        assertThat(more.now().p50Micros()).isCloseTo(300 * MILLIS, within(3 * MILLIS));
        assertThat(more.predicted().p50Micros()).isBetween(12 * MILLIS, 60 * MILLIS);
        assertThat(more.predicted().p99Micros()).isBetween(30 * MILLIS, 150 * MILLIS);
        assertThat(more.reasons()).contains("Events arrive at 200 per second, in the bursts of the last seconds.");
    }

    @Test
    void fewThreadsTakeLongForABurst() {
        WhatIf fewer = whatIf(bursts(32).latency(35_000, 1_000), 4);

        assertThat(fewer.predicted().p50Micros()).isBetween(200 * MILLIS, 400 * MILLIS);
        assertThat(fewer.predicted().p99Micros()).isBetween(500 * MILLIS, 700 * MILLIS);
    }

    @Test
    void haveTheWantedRate() {
        assertThat(load(SituationBuilder.of(200).burstsOf(200), 500)).isInstanceOfSatisfying(Bursts.class, bursts -> {
            assertThat(bursts.perSecond()).isCloseTo(500, within(0.01));
            assertThat(bursts.intervals().stream().filter(interval -> interval.events() > 0))
                    .hasSize(bursts.intervals().size() / 10);
        });
    }

    private static Load load(SituationBuilder situation, double rate) {
        return new ModelBuilder(situation.build()).arriving(rate);
    }

    @Test
    void areOfOneRateIfTheLoadHasRisen() {
        List<Observation> seen = new ArrayList<>(
                SituationBuilder.of(100).burstsOf(100).observations().subList(0, 3));
        Situation now = SituationBuilder.of(200).burstsOf(200).build();
        seen.addAll(now.recent().subList(0, 2));

        Bursts bursts = (Bursts) new ModelBuilder(now.withWindows(seen)).arriving(140);

        List<Double> sizes = bursts.intervals().stream()
                .map(Interval::events)
                .filter(events -> events > 0)
                .toList();
        assertThat(sizes).hasSize(5).allSatisfy(events -> assertThat(events).isCloseTo(140, within(1.0)));
    }

    @Test
    void areUnknownWhereEventsArriveIndependently() {
        assertThat(load(SituationBuilder.of(200).dispersion(1.5), 200)).isInstanceOf(Load.Rate.class);
        assertThat(load(SituationBuilder.of(200).dispersion(20), 200))
                .as("without the counts")
                .isInstanceOf(Load.Rate.class);
    }
}
