package io.concor.autoconfigure.propagation;

import io.micrometer.context.ThreadLocalAccessor;

/**
 * An element that uses a registered accessor.
 *
 * @param <A> the accessor's type
 */
abstract class RegisteredElement<A extends ThreadLocalAccessor<?>> implements ThreadContextElement {

    final A accessor;

    RegisteredElement(A accessor) {
        this.accessor = accessor;
    }

    @Override
    public final Object key() {
        return accessor.key();
    }

    @Override
    public final boolean isOf(ThreadLocalAccessor<?> other) {
        return accessor == other;
    }
}
