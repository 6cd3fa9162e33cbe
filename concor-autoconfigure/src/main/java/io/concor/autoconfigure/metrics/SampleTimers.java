package io.concor.autoconfigure.metrics;

import io.micrometer.core.instrument.Timer;

/** Creates timers for samples, with the percentiles that the endpoints show. */
final class SampleTimers {

    private static final double[] PERCENTILES = {0.5, 0.95, 0.99};

    private SampleTimers() {}

    static Timer.Builder timer(String name, String description) {
        return Timer.builder(name).description(description).publishPercentiles(PERCENTILES);
    }
}
