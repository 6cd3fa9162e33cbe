package io.concor.benchmarks.load;

import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Sink;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Records the latency of events, from when they were due. */
final class LatencySink extends Sink {

    private static final long LONGEST = 60_000_000_000L;
    private static final double MICRO = 1_000;

    private final Histogram histogram = new Histogram(LONGEST, 3);

    @Override
    public Event accept(Event event) {
        if (event.due != 0) {
            histogram.recordValue(Math.min(LONGEST, System.nanoTime() - event.due));
        }
        return super.accept(event);
    }

    /** Returns the percentiles. No event may be in flight. */
    Map<String, Double> micros() {
        return Map.of(
                "p50Micros", at(50),
                "p99Micros", at(99),
                "p999Micros", at(99.9),
                "maxMicros", histogram.getMaxValue() / MICRO);
    }

    private double at(double percentile) {
        return histogram.getValueAtPercentile(percentile) / MICRO;
    }
}
