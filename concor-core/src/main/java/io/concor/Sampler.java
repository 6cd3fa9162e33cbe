package io.concor;

/** Says which events are measured. Switched off by an object that never does. */
interface Sampler {

    /** Measures nothing. */
    Sampler OFF = event -> false;

    boolean measures(long event);

    static Sampler of(Sampling sampling) {
        if (!sampling.enabled()) {
            return OFF;
        }
        int burst = sampling.burst();
        int interval = sampling.interval();
        return event -> event % interval < burst;
    }
}
