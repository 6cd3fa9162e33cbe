package io.concor.autoconfigure.metrics;

import io.micrometer.core.instrument.Timer;

/** Creates timers for samples, with the percentiles that the endpoints show. */
final class SampleTimers {

    private static final double[] PERCENTILES = {0.5, 0.95, 0.99};

    /** With Micrometer's default of one digit, a percentile may exceed the maximum by six percent. */
    private static final int PRECISION = 2;

    private SampleTimers() {}

    static Timer.Builder timer(String name, String description) {
        return Timer.builder(name)
                .description(description)
                .publishPercentiles(PERCENTILES)
                .percentilePrecision(PRECISION);
    }
}
