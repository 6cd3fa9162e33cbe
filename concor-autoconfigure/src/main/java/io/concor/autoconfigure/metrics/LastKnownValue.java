package io.concor.autoconfigure.metrics;

import io.concor.manage.UnknownNameException;
import java.util.function.Supplier;

/**
 * What is known of a flow. When it was closed for good and forgotten, it is what was known of it last: the meters of a
 * registry are read as a whole, and one that fails would keep the others from being read. Thread-safe.
 */
final class LastKnownValue<T> implements Supplier<T> {

    private final Supplier<T> source;
    private volatile T last;

    /**
     * What a source says.
     *
     * @param source throws an {@link UnknownNameException} when the flow is forgotten
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
        } catch (UnknownNameException forgotten) {
            return last;
        }
    }
}
