package io.concor;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Stands still until it is set forward. */
final class ManualClock implements ChangeClock {

    static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

    private final AtomicLong nanos = new AtomicLong();

    void forward(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Override
    public long nanos() {
        return nanos.get();
    }

    @Override
    public Instant now() {
        return START.plusNanos(nanos.get());
    }
}
