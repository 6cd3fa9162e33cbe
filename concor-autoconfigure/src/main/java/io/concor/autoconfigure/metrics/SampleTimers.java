package io.concor.autoconfigure.metrics;

import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/** Creates timers for samples, with the percentiles that the endpoints show, and records in them. */
final class SampleTimers {

    private static final double[] PERCENTILES = {0.5, 0.95, 0.99};

    /** The number of significant digits, for which a histogram divides each power of two into 128 buckets. */
    private static final int PRECISION = 2;

    private static final int BUCKETS_EXPONENT = 7;

    private SampleTimers() {}

    static Timer.Builder timer(String name, String description) {
        return Timer.builder(name)
                .description(description)
                .publishPercentiles(PERCENTILES)
                .percentilePrecision(PRECISION);
    }

    static double[] percentiles() {
        return PERCENTILES.clone();
    }

    static void record(Timer timer, long nanos) {
        timer.record(rounded(nanos), TimeUnit.NANOSECONDS);
    }

    /**
     * Rounds a time to the nearest end of a bucket, by 0.4 percent at most. A histogram reports the end of the bucket as a
     * percentile: above the maximum, if that is the time itself.
     */
    static long rounded(long nanos) {
        long width = Long.highestOneBit(nanos) >> BUCKETS_EXPONENT;
        return width < 2 ? nanos : (nanos + 1 + width / 2) / width * width - 1;
    }
}
