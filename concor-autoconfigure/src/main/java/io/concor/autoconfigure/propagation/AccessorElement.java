package io.concor.autoconfigure.propagation;

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/** The thread-local of an accessor. A value that the thread has already is not set again. */
class AccessorElement implements ThreadContextElement {

    private final ThreadLocalAccessor<Object> accessor;

    @SuppressWarnings("unchecked") // receives only values that it returned itself
    AccessorElement(ThreadLocalAccessor<?> accessor) {
        this.accessor = (ThreadLocalAccessor<Object>) accessor;
    }

    @Override
    public final Object key() {
        return accessor.key();
    }

    @Override
    public final boolean isOf(ThreadLocalAccessor<?> other) {
        return accessor == other;
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
