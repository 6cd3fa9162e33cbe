package io.concor.experiments.durable.scenario;

import java.util.Collection;
import java.util.concurrent.TimeUnit;

/** Percentiles of times. */
final class Times {

    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final long[] sorted;

    Times(Collection<Long> nanos) {
        sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
    }

    int count() {
        return sorted.length;
    }

    /** Returns a percentile in ms, NaN if there are no times. */
    double millis(double share) {
        return sorted.length == 0
                ? Double.NaN
                : sorted[(int) Math.min(sorted.length - 1L, (long) (share * sorted.length))] / NANOS_PER_MILLI;
    }
}
