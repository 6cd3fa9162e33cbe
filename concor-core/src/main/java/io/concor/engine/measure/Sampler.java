package io.concor.engine.measure;

import io.concor.Sampling;

/** Decides which events are measured. */
public interface Sampler {

    /** Measures nothing. */
    Sampler OFF = event -> false;

    boolean measures(long event);

    /** Masks the number where the interval is a power of two: a division costs more than all else here. */
    static Sampler of(Sampling sampling) {
        if (!sampling.enabled()) {
            return OFF;
        }
        int burst = sampling.burst();
        int interval = sampling.interval();
        long mask = interval - 1L;
        return Integer.bitCount(interval) == 1 ? event -> (event & mask) < burst : event -> event % interval < burst;
    }
}
