package io.concor.autoconfigure.watch;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Detects that a flow has events inside and none of them ends. It compares two observations: if no event has ended
 * since the previous one, the events that were inside are still there, no matter how much time is between them.
 * Thread-safe.
 */
public final class StallDetector {

    private final long afterNanos;
    private final LongSupplier nanoClock;
    private boolean occupied;
    private long lastEnded;
    private long sinceNanos;

    /**
     * Creates a detector for one flow.
     *
     * @param after how long no event must have ended
     * @param nanoClock returns the time, as {@link System#nanoTime} does
     */
    public StallDetector(Duration after, LongSupplier nanoClock) {
        this.afterNanos = TimeUnit.NANOSECONDS.convert(after); // saturates
        this.nanoClock = nanoClock;
    }

    /**
     * Observes the flow. Returns whether it is stalled.
     *
     * @param inFlight the number of events inside
     * @param ended the number of events that have ended, or a store has taken over, so far
     */
    public synchronized boolean stalled(long inFlight, long ended) {
        long now = nanoClock.getAsLong();
        boolean unchanged = occupied && inFlight > 0 && ended == lastEnded;
        if (!unchanged) {
            occupied = inFlight > 0;
            lastEnded = ended;
            sinceNanos = now;
        }
        return unchanged && now - sinceNanos >= afterNanos;
    }
}
