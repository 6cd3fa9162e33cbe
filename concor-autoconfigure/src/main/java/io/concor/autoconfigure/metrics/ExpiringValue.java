package io.concor.autoconfigure.metrics;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value that takes effort to make, made at most once a second: one look of a monitoring system at all meters makes it
 * once. Thread-safe.
 */
final class ExpiringValue<T> {

    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Supplier<T> source;
    private final LongSupplier nanoClock;
    private @Nullable T value;
    private long madeAtNanos;

    ExpiringValue(Supplier<T> source, LongSupplier nanoClock) {
        this.source = source;
        this.nanoClock = nanoClock;
    }

    synchronized T get() {
        T present = value;
        long now = nanoClock.getAsLong();
        if (present == null || now - madeAtNanos >= FRESH_NANOS) {
            present = source.get();
            value = present;
            madeAtNanos = now;
        }
        return present;
    }
}
