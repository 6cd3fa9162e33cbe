package io.concor.experiments.durable.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FiguresTest {

    @Test
    void showsTheMedianOfEachFigure() {
        Figures figures = new Figures();
        figures.add("concor", Map.of("stop ms", 12.5));
        figures.add("concor", Map.of("stop ms", 1800.4));
        figures.add("concor", Map.of("stop ms", 31.25));
        figures.addNone("batch");

        assertThat(figures.markdown()).contains("| subject | stop ms |", "| concor | 31.25 |", "| batch | – |");
    }

    @Test
    void leavesOutWhatARunDoesNotHave() {
        Figures figures = new Figures();
        figures.add("concor", Map.of("recovered after s", Double.NaN));

        assertThat(figures.markdown()).contains("| concor | – |");
    }

    @Test
    void percentilesAreThoseOfTheTimes() {
        Times times = new Times(List.of(3_000_000L, 1_000_000L, 2_000_000L));

        assertThat(times.millis(0.5)).isEqualTo(2);
        assertThat(times.millis(1)).isEqualTo(3);
        assertThat(new Times(List.of()).millis(1)).isNaN();
    }
}
