package io.concor.autoconfigure.metrics;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An expensive value that is computed at most once a second: once for each time that a monitoring system reads all
 * meters. Thread-safe.
 */
final class ExpiringValue<T> {

    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Supplier<T> source;
    private final LongSupplier nanoClock;
    private @Nullable T value;
    private long computedAtNanos;

    ExpiringValue(Supplier<T> source, LongSupplier nanoClock) {
        this.source = source;
        this.nanoClock = nanoClock;
    }

    synchronized T get() {
        T present = value;
        long now = nanoClock.getAsLong();
        if (present == null || now - computedAtNanos >= FRESH_NANOS) {
            present = source.get();
            value = present;
            computedAtNanos = now;
        }
        return present;
    }
}
