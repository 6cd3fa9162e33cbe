package io.concor.autoconfigure.advice;

import io.concor.statistics.FlowStatistics;
import io.concor.statistics.FlowStatistics.ComponentFigures;
import io.concor.statistics.FlowStatistics.LatencyDistribution;
import io.concor.statistics.FlowStatistics.Period;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The load of a flow as measured in the last ten seconds; service times from the time since the start if the last ten
 * seconds have too few samples.
 *
 * @param perSecond the events that arrive per second, refused ones included
 * @param service the service times by component; without those with too few samples
 */
record MeasuredLoad(double perSecond, Map<String, LatencyDistribution> service) {

    /** The number of samples from which on a mean is used. */
    static final int ENOUGH_SAMPLES = 30;

    private static final double MICROS_PER_SECOND = 1_000_000;

    static MeasuredLoad of(FlowStatistics statistics) {
        Map<String, LatencyDistribution> service = new HashMap<>();
        putMeasured(service, statistics.sinceStart());
        putMeasured(service, statistics.window());
        return new MeasuredLoad(arrivals(statistics.window()), service);
    }

    private static void putMeasured(Map<String, LatencyDistribution> service, Period period) {
        for (ComponentFigures component : period.components()) {
            if (component.service().samples() >= ENOUGH_SAMPLES) {
                service.put(component.name(), component.service());
            }
        }
    }

    /** While queues grow, more events pass the first slots than leave the flow. */
    private static double arrivals(Period window) {
        double entered = window.slots().stream()
                .mapToDouble(FlowStatistics.SlotFigures::throughput)
                .max()
                .orElse(0);
        double refused = window.seconds() <= 0 ? 0 : window.refused() / window.seconds();
        return Math.max(entered, window.throughput()) + refused;
    }

    /** Returns the mean service time of all components together, in seconds; empty if one of them has too few samples. */
    OptionalDouble serviceSeconds(List<String> components) {
        return service.keySet().containsAll(components)
                ? OptionalDouble.of(measured(components)
                                .mapToDouble(LatencyDistribution::meanMicros)
                                .sum()
                        / MICROS_PER_SECOND)
                : OptionalDouble.empty();
    }

    /** Returns the number of samples of the component that has the fewest. */
    long samples(List<String> components) {
        return measured(components)
                .mapToLong(LatencyDistribution::samples)
                .min()
                .orElse(0);
    }

    private Stream<LatencyDistribution> measured(List<String> components) {
        return components.stream().map(service::get).filter(Objects::nonNull);
    }
}
