package io.concor.kafka.record;

/**
 * How often an event has failed so far.
 *
 * @param count how many attempts failed
 * @param firstFailed when the first did, epoch milliseconds; 0 if none did
 * @param lastFailed when the last did, epoch milliseconds; 0 if none did
 */
public record FailedTries(int count, long firstFailed, long lastFailed) {

    /** None. */
    public static final FailedTries NONE = new FailedTries(0, 0, 0);

    /**
     * Returns those with one more.
     *
     * @param lost how many were lost with their processes meanwhile, which count, too
     */
    public FailedTries failed(long now, int lost) {
        return new FailedTries(count + lost + 1, count == 0 ? now : firstFailed, now);
    }
}
