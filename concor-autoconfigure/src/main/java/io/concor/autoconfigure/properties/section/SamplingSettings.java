package io.concor.autoconfigure.properties.section;

import io.concor.Sampling;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Sampling: measuring some of the events.
 * @param enabled Whether events are sampled.
 * @param burst Number of events that are sampled in each interval, 1 to interval.
 * @param interval Length of an interval in events, 1 to 1000000.
 */
public record SamplingSettings(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("3") int burst,
        @DefaultValue("128") int interval) {

    /** Checks the numbers. */
    public SamplingSettings {
        new Sampling(enabled, burst, interval);
    }

    public Sampling toSampling() {
        return new Sampling(enabled, burst, interval);
    }
}
