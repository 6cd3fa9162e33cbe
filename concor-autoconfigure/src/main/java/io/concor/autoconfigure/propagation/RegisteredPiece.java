package io.concor.autoconfigure.propagation;

import io.micrometer.context.ThreadLocalAccessor;

/**
 * A piece that is made of a registered accessor.
 *
 * @param <A> the accessor's type
 */
abstract class RegisteredPiece<A extends ThreadLocalAccessor<?>> implements Piece {

    final A accessor;

    RegisteredPiece(A accessor) {
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
