package io.concor.simulator.profile;

/**
 * What leads to the first rate of a run: for two thirds of its time the rate grows evenly from little, then it stays,
 * so that what has piled up while everything was cold is gone when the run begins.
 *
 * @param rate of its end, in requests per second; above 0
 * @param seconds for how long; may be 0
 */
public record LeadIn(int rate, int seconds) implements LoadProfile {

    @Override
    public int rateAt(int second) {
        int growing = growingSeconds();
        return second < growing ? Math.max(1, (int) ((second + 1L) * rate / (growing + 1))) : rate;
    }

    /** How many seconds pass before its full rate. */
    public int growingSeconds() {
        return seconds * 2 / 3;
    }
}
