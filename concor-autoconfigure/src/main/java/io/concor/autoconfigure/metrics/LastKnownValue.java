package io.concor.autoconfigure.metrics;

import io.concor.manage.UnknownNameException;
import java.util.function.Supplier;

/**
 * A value of a flow. After the flow was removed from the manager, returns the last value: a registry reads all meters
 * together, and a failing meter would prevent reading the others. Thread-safe.
 */
final class LastKnownValue<T> implements Supplier<T> {

    private final Supplier<T> source;
    private volatile T last;

    /**
     * Creates the value from its source.
     *
     * @param source throws an {@link UnknownNameException} after the flow was removed
     */
    LastKnownValue(Supplier<T> source) {
        this.source = source;
        this.last = source.get();
    }

    @Override
    public T get() {
        try {
            T present = source.get();
            last = present;
            return present;
        } catch (UnknownNameException removed) {
            return last;
        }
    }
}
