package io.concor.autoconfigure.health;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Notices that events are inside a flow and none ends. It compares two looks: events that were inside at an earlier one
 * are still there when none has ended since, however long nobody looked. Thread-safe.
 */
final class StallDetector {

    private final long afterNanos;
    private final LongSupplier nanoClock;
    private boolean waiting;
    private long endedThen;
    private long sinceNanos;

    StallDetector(Duration after, LongSupplier nanoClock) {
        this.afterNanos = TimeUnit.NANOSECONDS.convert(after); // the longest there is where it is longer
        this.nanoClock = nanoClock;
    }

    synchronized boolean stalled(long inFlight, long ended) {
        long now = nanoClock.getAsLong();
        boolean sameAsThen = waiting && inFlight > 0 && ended == endedThen;
        if (!sameAsThen) {
            waiting = inFlight > 0;
            endedThen = ended;
            sinceNanos = now;
        }
        return sameAsThen && now - sinceNanos >= afterNanos;
    }
}
