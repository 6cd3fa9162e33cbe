package io.concor.manage;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until a test sets it forward. */
final class ManualClock implements ChangeClock {

    static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

    private final AtomicLong nanos = new AtomicLong();
    private final Set<Thread> reverting = ConcurrentHashMap.newKeySet();

    void forward(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Override
    public long nanos() {
        if (Thread.currentThread().getName().startsWith("concor-revert")) {
            reverting.add(Thread.currentThread());
        }
        return nanos.get();
    }

    @Override
    public Instant now() {
        return START.plusNanos(nanos.get());
    }

    /** Returns how many attempts to revert a trial have begun. */
    int attempts() {
        return reverting.size();
    }
}
