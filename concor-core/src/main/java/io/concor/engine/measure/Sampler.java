package io.concor.engine.measure;

import io.concor.Sampling;

/** Says which events are measured. Switched off by an object that never does. */
public interface Sampler {

    /** Measures nothing. */
    Sampler OFF = event -> false;

    boolean measures(long event);

    /** To divide takes longer than all else that an unmeasured event costs here, so a power of two is masked. */
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
