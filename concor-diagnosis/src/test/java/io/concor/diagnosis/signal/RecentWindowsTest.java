package io.concor.diagnosis.signal;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.layout.Layout;
import io.concor.statistics.FlowReading;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RecentWindowsTest {

    private final FlowSampler sampler = new FlowSampler(
            ReadingClock.SYSTEM,
            new ProcessorTimes(),
            new FlowReading("flow", 0, 0, new Layout(1, Map.of()), 64, 0, 0, 0, 0, 0, 0, 0, List.of(), List.of()),
            List.of(),
            Map.of());
    private List<Observation> recent = List.of();

    private static Observation observation(double throughput, boolean changed) {
        return observation(throughput, changed, 1);
    }

    private static Observation observation(double throughput, boolean changed, double seconds) {
        FlowWindow flow = new FlowWindow(
                0,
                new Layout(1, Map.of()),
                changed,
                seconds,
                throughput,
                0,
                0,
                0,
                0,
                64,
                Level.ZERO,
                Level.ZERO,
                Level.ZERO,
                ArrivalPattern.UNKNOWN,
                0,
                List.of(),
                List.of(),
                List.of(),
                FlowWindow.stages(List.of(), List.of()));
        HostWindow host = new HostWindow(
                2,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                0,
                0,
                ConnectionHolders.NONE,
                List.of());
        return new Observation(flow, host);
    }

    private void add(int from, int to) {
        for (int second = from; second <= to; second++) {
            recent = sampler.add(observation(second, false));
        }
    }

    private List<Double> seen() {
        return recent.stream().map(seen -> seen.flow().throughput()).toList();
    }

    @Test
    void keepTheLastFive() {
        add(1, 7);

        assertThat(seen()).containsExactly(3.0, 4.0, 5.0, 6.0, 7.0);
    }

    @Test
    void dropAShortOneAsSoonAsAnotherFollows() {
        recent = sampler.add(observation(3_333, false, 0.0003));
        assertThat(seen()).containsExactly(3_333.0);

        add(1, 2);

        assertThat(seen()).containsExactly(1.0, 2.0);
    }

    @Test
    void beginAnewWithTheFirstWholeWindowAfterAChange() {
        add(1, 4);
        recent = sampler.add(observation(5, true));
        assertThat(seen()).isEmpty();

        add(6, 7);

        assertThat(seen()).containsExactly(6.0, 7.0);
    }
}
