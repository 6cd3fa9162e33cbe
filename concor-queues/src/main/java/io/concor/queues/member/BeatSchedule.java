package io.concor.queues.member;

import java.util.concurrent.TimeUnit;

/**
 * When an instance next renews its lease and looks at the others, a beat, and when it looks at its share of the lanes, every
 * thirtieth beat if nothing happens. For the thread of the membership.
 */
final class BeatSchedule {

    private static final int BEATS_BETWEEN_LOOKS = 30;
    /** So long another instance has to take a lane that was given back for it. */
    private static final int BEATS_TO_TAKE = 2;

    private final long beatNanos;
    private long nextNanos = System.nanoTime();
    private int beatsToLook;

    BeatSchedule(MemberSettings settings) {
        beatNanos = settings.beat().toNanos();
    }

    boolean isDue(long nowNanos) {
        return nowNanos - nextNanos >= 0;
    }

    long nanosToNext(long nowNanos) {
        return nextNanos - nowNanos;
    }

    /** A beat begins. */
    void begin(long nowNanos) {
        nextNanos = nowNanos + beatNanos;
    }

    /** A beat has ended. */
    void ended() {
        beatsToLook--;
    }

    /** The next beat is due, because this one failed. */
    void again() {
        nextNanos = System.nanoTime();
    }

    /** A lease that is not renewed until then is seen to be over at once. */
    void noLaterThan(long leftMillis) {
        long leftNanos = TimeUnit.MILLISECONDS.toNanos(leftMillis);
        if (leftNanos < beatNanos) {
            long then = System.nanoTime() + leftNanos + TimeUnit.MILLISECONDS.toNanos(2);
            nextNanos = then - nextNanos < 0 ? then : nextNanos;
        }
    }

    boolean isLookDue() {
        return beatsToLook <= 0;
    }

    /** Looks at the lanes in this round. */
    void lookNow() {
        beatsToLook = 0;
    }

    /** Looks at the lanes in the next beat, or in this one. */
    void lookSoon() {
        beatsToLook = Math.min(beatsToLook, 1);
    }

    /** Looks soon whether another instance has taken a lane that was given back: it may be gone by now. */
    void lookWhenTaken() {
        beatsToLook = Math.min(beatsToLook, BEATS_TO_TAKE);
    }

    /**
     * The lanes were looked at.
     *
     * @param balanced whether this instance has its share of them
     */
    void looked(boolean balanced) {
        beatsToLook = balanced ? BEATS_BETWEEN_LOOKS : 1;
    }
}
