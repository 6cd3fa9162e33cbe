package io.concor.autoconfigure.propagation;

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/** The thread-local of an accessor. A value that the thread has already is not set again. */
final class AccessorElement extends RegisteredElement<ThreadLocalAccessor<Object>> {

    @SuppressWarnings("unchecked") // receives only values that it returned itself
    AccessorElement(ThreadLocalAccessor<?> accessor) {
        super((ThreadLocalAccessor<Object>) accessor);
    }

    @Override
    public @Nullable Object current() {
        return accessor.getValue();
    }

    @Override
    public void set(@Nullable Object carried) {
        if (holds(carried)) {
            return;
        }
        if (carried == null) {
            accessor.setValue();
        } else {
            accessor.setValue(carried);
        }
    }

    @Override
    public void restore(@Nullable Object own) {
        if (holds(own)) {
            return;
        }
        if (own == null) {
            accessor.restore();
        } else {
            accessor.restore(own);
        }
    }

    /** Returns false if the value cannot be read, so that it is set. */
    private boolean holds(@Nullable Object value) {
        try {
            return current() == value;
        } catch (Throwable unreadable) { // reported when the value is captured
            return false;
        }
    }

    @Override
    public void clear() {
        accessor.setValue();
    }
}
