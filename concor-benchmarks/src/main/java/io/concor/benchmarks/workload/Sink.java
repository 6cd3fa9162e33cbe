package io.concor.benchmarks.workload;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Counts the events that leave a pipeline and wakes the thread that waits for the last. */
public class Sink {

    private static final VarHandle SEEN;
    private static final VarHandle WANTED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            SEEN = lookup.findVarHandle(Sink.class, "seen", long.class);
            WANTED = lookup.findVarHandle(Sink.class, "wanted", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private long seen;
    private long wanted = Long.MAX_VALUE;
    private volatile @Nullable Thread waiting;

    /** Counts an event. For several threads. */
    public final synchronized Event acceptShared(Event event) {
        return accept(event);
    }

    /** Counts an event. For one thread. */
    public Event accept(Event event) {
        long now = seen + 1;
        SEEN.setRelease(this, now);
        if (now == (long) WANTED.getOpaque(this)) {
            LockSupport.unpark(waiting);
        }
        return event;
    }

    /** Returns the number of events counted. */
    public final long seen() {
        return (long) SEEN.getAcquire(this);
    }

    /**
     * Waits until this number of events has been counted.
     *
     * @param total number of events since the sink was created
     * @throws IllegalStateException if the thread is interrupted
     */
    public final void await(long total) {
        waiting = Thread.currentThread();
        WANTED.setVolatile(this, total);
        while (seen() < total) {
            LockSupport.parkNanos(this, 1_000_000);
            if (Thread.interrupted()) {
                throw new IllegalStateException("Interrupted after %d of %d events".formatted(seen(), total));
            }
        }
    }
}
