package io.concor.autoconfigure.propagation;

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/** What an accessor of a thread-local gives. What the thread holds already is not set again. */
final class AccessorElement extends RegisteredElement<ThreadLocalAccessor<Object>> {

    @SuppressWarnings("unchecked") // it is given only what it gave itself
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

    /** What cannot be read is set again. */
    private boolean holds(@Nullable Object value) {
        try {
            return current() == value;
        } catch (Throwable unreadable) { // whoever reads it to carry it meets that too
            return false;
        }
    }

    @Override
    public void clear() {
        accessor.setValue();
    }
}
