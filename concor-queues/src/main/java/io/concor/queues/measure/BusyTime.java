package io.concor.queues.measure;

import java.util.function.LongSupplier;

/** How long a thread has been at work. What has begun counts at once: a statement may never return. Thread-safe. */
public final class BusyTime {

    private final LongSupplier nanoTime;
    private long nanos;
    private long begunNanos;
    private boolean atWork;

    public BusyTime() {
        this(System::nanoTime);
    }

    BusyTime(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** The thread begins to work. */
    public synchronized void begin() {
        atWork = true;
        begunNanos = nanoTime.getAsLong();
    }

    /** The thread has nothing more to do. */
    public synchronized void end() {
        nanos = nanos();
        atWork = false;
    }

    /** Returns the time in nanoseconds. */
    public synchronized long nanos() {
        return atWork ? nanos + nanoTime.getAsLong() - begunNanos : nanos;
    }
}
