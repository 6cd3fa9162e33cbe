package io.concor.simulator.profile;

/**
 * A staircase: a rate that grows by a step every so many seconds, for a day at most.
 *
 * @param start rate of the first step, in requests per second
 * @param step what each step adds
 * @param everySeconds length of a step
 * @param limit rate that is not exceeded
 */
public record RampProfile(int start, int step, int everySeconds, int limit) implements LoadProfile {

    private static final long DAY_SECONDS = 24 * 60 * 60;

    @Override
    public int rateAt(int second) {
        return start + second / everySeconds * step;
    }

    @Override
    public int seconds() {
        return (int) Math.min(DAY_SECONDS, ((limit - start) / step + 1L) * everySeconds);
    }
}
