package io.concor.kafka.event;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a queue is left alone, because a write failed and the reason may lie in its topics: until these have been looked at. The
 * more often that finds nothing and no write succeeds, the later the next look. A queue whose topics are others by now is left alone
 * for good. Thread-safe.
 */
public final class Suspicion {

    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    /** Some seconds between two looks. */
    private static final int MOST_DOUBLINGS = 7;
    /** A broker that has just started may not know a topic yet. */
    private static final long GONE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final LongSupplier nanoTime;
    private volatile boolean raised;
    private volatile @Nullable String lasting; // changed only under this
    private volatile int times; // changed only under this
    private long sinceNanos; // guarded by this
    private boolean missing; // guarded by this
    private long missingNanos; // guarded by this
    private volatile boolean gone; // changed only under this

    public Suspicion() {
        this(System::nanoTime);
    }

    Suspicion(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Returns whether the queue is left alone. */
    public boolean isRaised() {
        return raised;
    }

    /** A write failed. */
    public synchronized void raise() {
        if (!raised) {
            sinceNanos = nanoTime.getAsLong();
            times = Math.min(times + 1, MOST_DOUBLINGS);
            raised = true;
        }
    }

    /** Returns whether the topics are to be looked at. */
    public synchronized boolean isDue() {
        return raised && lasting == null && nanoTime.getAsLong() - sinceNanos >= (FIRST_PAUSE_NANOS << times);
    }

    /** The topics were looked at, and something is wrong with them. */
    public synchronized void stays() {
        raise();
        sinceNanos = nanoTime.getAsLong();
        times = Math.min(times + 1, MOST_DOUBLINGS);
    }

    /**
     * The topics were looked at, and one is missing.
     *
     * @return whether it has been for so long that it is gone, which was not known before
     */
    public synchronized boolean missing() {
        stays();
        long now = nanoTime.getAsLong();
        missingNanos = missing ? missingNanos : now;
        missing = true;
        boolean isNews = !gone && now - missingNanos >= GONE_NANOS;
        gone = gone || isNews;
        return isNews;
    }

    /** Returns whether a topic is gone. Clients of the queue would ask for it without end, and complain each time. */
    public boolean isGone() {
        return gone;
    }

    private void isThere() {
        missing = false;
        gone = false;
    }

    /** The topics were looked at, and nothing is wrong with them. */
    public synchronized void lower() {
        raised = lasting != null;
        isThere();
    }

    /**
     * The queue is left alone until it is closed.
     *
     * @param reason why, and what to do
     */
    public synchronized void lasts(String reason) {
        lasting = reason;
        raised = true;
        isThere();
    }

    /** Returns why the queue is left alone until it is closed, and what to do; null if it is not, or may be used again. */
    public @Nullable String lasting() {
        return lasting;
    }

    /** A write has succeeded. */
    public void disprove() {
        if (times > 0) {
            reset();
        }
    }

    private synchronized void reset() {
        times = raised ? times : 0;
    }
}
