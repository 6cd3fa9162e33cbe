package io.concor.diagnosis.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.verdict.WhatIf;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ForecastTest {

    /** A thread that is busy for half of the time, with events of 8 ms. */
    private static WhatIf predicted(double dispersion, double rate) {
        Situation situation = SituationBuilder.of(62.5)
                .filled("task", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(1), 0.5)
                .service(new long[] {8_000_000}, new long[] {1_000})
                .latency(8_000, 1_000)
                .dispersion(dispersion)
                .build();
        return new Forecast("flow", situation, null).predict(Map.of(), OptionalDouble.of(rate));
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

    @Test
    void letsBurstsWaitLongest() {
        WhatIf answer = predicted(8, 110);

        assertThat(answer.predicted().p99Micros())
                .isGreaterThan(2 * predicted(1, 110).predicted().p99Micros());
        assertThat(answer.reasons()).contains("Events arrive at 110 per second, in bursts.");
    }
}
