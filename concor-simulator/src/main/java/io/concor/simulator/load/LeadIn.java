package io.concor.simulator.load;

/**
 * A warm-up before the first rate of a run. During two thirds of its duration the rate grows evenly; then it stays
 * constant, so that the backlog of the cold start is gone when the run begins.
 *
 * @param rate final rate, in requests per second; greater than 0
 * @param seconds duration; may be 0
 */
public record LeadIn(int rate, int seconds) implements LoadProfile {

    @Override
    public int rateAt(int second) {
        int growing = growingSeconds();
        return second < growing ? Math.max(1, (int) ((second + 1L) * rate / (growing + 1))) : rate;
    }

    @Override
    public String description() {
        return "growing to %d requests per second, for %d s".formatted(rate, seconds);
    }

    /** Returns the number of seconds before the final rate. */
    public int growingSeconds() {
        return seconds * 2 / 3;
    }
}
