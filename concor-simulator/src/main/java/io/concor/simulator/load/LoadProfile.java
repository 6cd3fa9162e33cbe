package io.concor.simulator.load;

/** The rate of a load in each second, in requests per second. */
public sealed interface LoadProfile permits ConstantProfile, RampProfile, BurstProfile, LeadIn {

    /**
     * Returns a profile of one rate.
     *
     * @param rate requests per second
     * @param seconds duration
     */
    static LoadProfile constant(int rate, int seconds) {
        return new ConstantProfile(rate, seconds);
    }

    /**
     * Returns a profile whose rate grows in steps.
     *
     * @param start rate of the first step
     * @param step increase per step
     * @param everySeconds duration of a step
     * @param limit the rate does not exceed this
     */
    static LoadProfile ramp(int start, int step, int everySeconds, int limit) {
        return new RampProfile(start, step, everySeconds, limit);
    }

    /**
     * Returns a profile of a base rate with a burst at the end of each period.
     *
     * @param rate requests per second between bursts; may be 0
     * @param burstRate requests per second during a burst
     * @param burstSeconds duration of a burst
     * @param everySeconds duration of a period, including its burst
     * @param seconds duration
     */
    static LoadProfile burst(int rate, int burstRate, int burstSeconds, int everySeconds, int seconds) {
        return new BurstProfile(rate, burstRate, burstSeconds, everySeconds, seconds);
    }

    /**
     * Returns the number of requests due in a second. They are evenly spaced.
     *
     * @param second from 0; less than {@link #seconds()}
     */
    int rateAt(int second);

    /** Returns the duration in seconds. */
    int seconds();

    /** Returns rates and duration in words. */
    String description();
}
