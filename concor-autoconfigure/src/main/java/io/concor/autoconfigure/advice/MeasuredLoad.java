package io.concor.autoconfigure.advice;

import io.concor.statistics.FlowStatistics;
import io.concor.statistics.FlowStatistics.ComponentFigures;
import io.concor.statistics.FlowStatistics.LatencyDistribution;
import io.concor.statistics.FlowStatistics.Period;
import io.concor.statistics.FlowStatistics.SlotFigures;
import java.util.List;
import java.util.Optional;

/**
 * The load of components as measured in one period: a rate of one period and a service time of another would not belong
 * together.
 *
 * @param basis in words, what was measured
 * @param perSecond the events that arrive per second, those refused by a full flow included
 * @param serviceSeconds the mean time that an event keeps a thread
 */
record MeasuredLoad(String basis, double perSecond, double serviceSeconds) {

    /** The number of samples from which on a mean is used. */
    static final int ENOUGH_SAMPLES = 30;

    private static final double MICROS_PER_SECOND = 1_000_000;

    /**
     * Returns the load of a slot from the time that its threads were busy with all events. Empty if it took fewer than 30: a
     * task that began before would weigh too much.
     *
     * @param window the last ten seconds, in which the layout must not have changed
     * @param threads the number of its threads
     */
    static Optional<MeasuredLoad> ofSlot(Period window, String slot, int threads) {
        return window.slots().stream()
                .filter(figures -> figures.name().equals(slot))
                .filter(figures -> figures.throughput() * window.seconds() >= ENOUGH_SAMPLES)
                .map(figures -> new MeasuredLoad(
                        "all events of the last ten seconds",
                        arrivals(window) * shareReaching(figures, window),
                        figures.busy() * threads / figures.throughput()))
                .findFirst();
    }

    private static double shareReaching(SlotFigures slot, Period window) {
        return window.throughput() <= 0 ? 1 : Math.min(1, slot.throughput() / window.throughput());
    }

    /** Returns the load of components in the last ten seconds, or since the start if those have too few samples. */
    static Optional<MeasuredLoad> ofSamples(FlowStatistics statistics, List<String> components) {
        return ofSamples("in the last ten seconds", statistics.window(), components)
                .or(() -> ofSamples("since the start", statistics.sinceStart(), components));
    }

    private static Optional<MeasuredLoad> ofSamples(String words, Period period, List<String> components) {
        List<LatencyDistribution> service = period.components().stream()
                .filter(component -> components.contains(component.name()))
                .map(ComponentFigures::service)
                .toList();
        double micros =
                service.stream().mapToDouble(LatencyDistribution::meanMicros).sum();
        long samples =
                service.stream().mapToLong(LatencyDistribution::samples).min().orElse(0);
        return samples < ENOUGH_SAMPLES
                ? Optional.empty()
                : Optional.of(
                        new MeasuredLoad(samples + " samples " + words, arrivals(period), micros / MICROS_PER_SECOND));
    }

    /** Returns the load with a service time of no more than with which threads could handle the events that they did. */
    MeasuredLoad shownBy(Period window, String slot, int threads) {
        return window.slots().stream()
                .filter(figures -> figures.name().equals(slot))
                .mapToDouble(figures -> Math.min(serviceSeconds, threads / figures.throughput()))
                .mapToObj(seconds -> new MeasuredLoad(basis, perSecond, seconds))
                .findFirst()
                .orElse(this);
    }

    /**
     * While queues grow, more events pass the first slots than leave the flow. What a flow refuses because it is
     * stopped is no load that it has while it runs.
     */
    private static double arrivals(Period period) {
        double entered = period.slots().stream()
                .mapToDouble(SlotFigures::throughput)
                .max()
                .orElse(0);
        double refused =
                period.seconds() <= 0 ? 0 : period.refusals().overload().total() / period.seconds();
        return Math.max(entered, period.throughput()) + refused;
    }

    /** Returns how many threads the load keeps busy (Little's law). */
    double busyThreads() {
        return perSecond * serviceSeconds;
    }
}
