package io.concor.queues.measure;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Counts events, and how many there were in each of the last {@value #SECONDS} seconds. Thread-safe. */
public final class RecentCount {

    /** Of how many seconds a rate is, without the present one. */
    public static final int SECONDS = 10;

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanoTime;
    private final long startNanos;
    /** Those of the present second and of the ones before it, each at its number modulo the length. Guarded by this. */
    private final long[] seconds = new long[SECONDS + 1];
    /** The number of the present second. Guarded by this. */
    private long present;
    /** Guarded by this. */
    private long total;

    public RecentCount(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.startNanos = nanoTime.getAsLong();
    }

    /** So many events were counted. */
    public synchronized void add(long events) {
        advance();
        seconds[index(present)] += events;
        total += events;
    }

    /** Returns the number of all events. */
    public synchronized long total() {
        return total;
    }

    /** Returns how many events there were per second: in the last ten whole seconds, or in those since the start. */
    public synchronized double perSecond() {
        double sinceStart = advance();
        long whole = 0;
        for (long second = Math.max(0, present - SECONDS); second < present; second++) {
            whole += seconds[index(second)];
        }
        return present == 0 ? total / Math.max(1, sinceStart) : (double) whole / Math.min(SECONDS, present);
    }

    /** Begins the present second. Returns how many have passed since the start. */
    private double advance() {
        double passed = (nanoTime.getAsLong() - startNanos) / NANOS_PER_SECOND;
        long next = Math.max(present, (long) passed);
        for (long second = Math.max(present + 1, next - SECONDS); second <= next; second++) {
            seconds[index(second)] = 0;
        }
        present = next;
        return passed;
    }

    private int index(long second) {
        return (int) (second % seconds.length);
    }
}
