package io.concor.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.benchmarks.load.GrowthImpact.Observation;
import io.concor.benchmarks.starter.Surroundings;
import io.concor.benchmarks.workload.Event;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrowthImpactTest {

    private static final int WINDOWS = 60;

    private final GrowthImpact impact = new GrowthImpact(Surroundings.ENGINE);

    private static Observation output(int window, int events, double tookMillis) {
        int[] windows = new int[WINDOWS];
        Arrays.fill(windows, 500);
        windows[window] = events;
        return new Observation(windows, tookMillis);
    }

    private double score(int result, String figure) {
        return impact.results().get(result).secondaryMetrics().get(figure).score();
    }

    @Test
    void comparesTheWorstWindowsWithAndWithoutTheChange() {
        List.of(499, 490, 480, 470).forEach(fewest -> impact.unchanged(output(20, fewest, 0)));
        List.of(3, 100, 50, 200).forEach(fewest -> impact.grown(output(20, fewest, fewest / 10.0)));

        assertThat(impact.results())
                .extracting(result -> result.params().get("change"))
                .containsExactly("none", "grow");
        assertThat(score(0, "fewestWorst")).isEqualTo(470);
        assertThat(score(1, "fewestFirst")).isEqualTo(3);
        assertThat(score(1, "fewestWorst")).isEqualTo(50);
        assertThat(score(1, "fewestMedian")).isEqualTo(100);
        assertThat(score(1, "averageMedian")).isEqualTo(492);
        assertThat(score(1, "tookFirstMillis")).isEqualTo(0.3);
        assertThat(score(1, "tookMedianMillis")).isEqualTo(10);
        assertThat(impact.results().get(1).secondaryMetrics().get("fewestWorst").rawData())
                .hasNumberOfRows(4);
    }

    @Test
    void ignoresWindowsBeforeTheChange() {
        impact.unchanged(output(9, 0, 0));
        impact.grown(output(10, 7, 0));

        assertThat(score(0, "fewestWorst")).isEqualTo(500);
        assertThat(score(1, "fewestWorst")).isEqualTo(7);
        assertThat(score(1, "fewestFirst")).isEqualTo(7);
    }

    @Test
    void printsEachWindow() {
        StringWriter printed = new StringWriter();
        impact.unchanged(output(10, 499, 0));
        impact.grown(output(10, 7, 12.34));

        impact.print(new PrintWriter(printed));

        assertThat(printed.toString())
                .contains("round 1, none:", "500 500 | 499 500 500")
                .contains("round 1, grow:", "500 500 | 7 500 500", "fewest 7, change took 12.3 ms");
    }

    @Test
    void readsTheWindowsAroundAChange() {
        ThroughputSink sink = new ThroughputSink(65); // a later event counts in the last window
        long start = System.nanoTime() - 20 * ThroughputSink.WINDOW_NANOS;
        sink.start(start);
        sink.accept(new Event());

        Observation observation = Observation.of(
                sink, start + 15 * ThroughputSink.WINDOW_NANOS, start + 17 * ThroughputSink.WINDOW_NANOS);

        assertThat(observation.windows()).hasSize(WINDOWS);
        assertThat(observation.average() * (WINDOWS - 10)).isEqualTo(1);
        assertThat(observation.tookMillis()).isEqualTo(20);
    }
}
