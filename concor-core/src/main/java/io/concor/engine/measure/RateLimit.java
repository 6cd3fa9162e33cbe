package io.concor.engine.measure;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Admits the first few of what comes in each period. If several threads begin a period, a few more. Thread-safe. */
final class RateLimit {

    private final int most;
    private final long periodNanos;
    private final AtomicInteger left;
    private final AtomicLong began = new AtomicLong(System.nanoTime());

    RateLimit(int most, long periodNanos) {
        this.most = most;
        this.periodNanos = periodNanos;
        this.left = new AtomicInteger(most);
    }

    /** @param nanos the present time of {@link System#nanoTime} */
    boolean admits(long nanos) {
        long period = began.get();
        if (nanos - period >= periodNanos && began.compareAndSet(period, nanos)) {
            left.set(most);
        }
        return left.get() > 0 && left.getAndDecrement() > 0;
    }
}
