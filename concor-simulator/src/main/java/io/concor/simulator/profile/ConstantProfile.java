package io.concor.simulator.profile;

/**
 * One rate all the time.
 *
 * @param rate requests per second
 * @param seconds for how long
 */
public record ConstantProfile(int rate, int seconds) implements LoadProfile {

    @Override
    public int rateAt(int second) {
        return rate;
    }
}
