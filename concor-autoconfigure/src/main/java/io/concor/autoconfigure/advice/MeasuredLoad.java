package io.concor.autoconfigure.advice;

import io.concor.statistics.FlowStatistics;
import io.concor.statistics.FlowStatistics.ComponentFigures;
import io.concor.statistics.FlowStatistics.LatencyDistribution;
import io.concor.statistics.FlowStatistics.Period;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The load of components as measured in one period: a rate of one period and a service time of another would not belong
 * together.
 *
 * @param period the period in words
 * @param perSecond the events that arrive per second, refused ones included
 * @param serviceSeconds the mean service time of all components together
 * @param samples the number of samples of the component that has the fewest
 */
record MeasuredLoad(String period, double perSecond, double serviceSeconds, long samples) {

    /** The number of samples from which on a mean is used. */
    static final int ENOUGH_SAMPLES = 30;

    private static final double MICROS_PER_SECOND = 1_000_000;

    /** Returns the load in the last ten seconds, or since the start if those have too few samples. */
    static Optional<MeasuredLoad> of(FlowStatistics statistics, List<String> components) {
        return Stream.of(
                        of("in the last ten seconds", statistics.window(), components),
                        of("since the start", statistics.sinceStart(), components))
                .filter(load -> load.samples >= ENOUGH_SAMPLES)
                .findFirst();
    }

    private static MeasuredLoad of(String words, Period period, List<String> components) {
        List<LatencyDistribution> service = period.components().stream()
                .filter(component -> components.contains(component.name()))
                .map(ComponentFigures::service)
                .toList();
        double micros =
                service.stream().mapToDouble(LatencyDistribution::meanMicros).sum();
        long samples =
                service.stream().mapToLong(LatencyDistribution::samples).min().orElse(0);
        return new MeasuredLoad(words, arrivals(period), micros / MICROS_PER_SECOND, samples);
    }

    /** While queues grow, more events pass the first slots than leave the flow. */
    private static double arrivals(Period period) {
        double entered = period.slots().stream()
                .mapToDouble(FlowStatistics.SlotFigures::throughput)
                .max()
                .orElse(0);
        double refused = period.seconds() <= 0 ? 0 : period.refused() / period.seconds();
        return Math.max(entered, period.throughput()) + refused;
    }

    /** Returns how many threads the load keeps busy (Little's law). */
    double busyThreads() {
        return perSecond * serviceSeconds;
    }
}
