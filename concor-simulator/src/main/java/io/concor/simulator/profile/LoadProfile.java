package io.concor.simulator.profile;

/** How many requests are due in each second of a run. The values are whole seconds and requests per second. */
public sealed interface LoadProfile permits ConstantProfile, RampProfile, BurstProfile, LeadIn {

    /**
     * The rate of a second.
     *
     * @param second counted from 0, below {@link #seconds()}
     * @return requests due in it, evenly spaced
     */
    int rateAt(int second);

    /** How many seconds requests are due in. */
    int seconds();
}
