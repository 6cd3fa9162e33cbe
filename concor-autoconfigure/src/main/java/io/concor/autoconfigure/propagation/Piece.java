package io.concor.autoconfigure.propagation;

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/** One thing that threads may hold for an event. Thread-safe; each method speaks of the calling thread. */
interface Piece {

    /** What tells it from others. */
    Object key();

    /** What the thread holds, or null for nothing. */
    @Nullable
    Object held();

    /**
     * Makes the thread hold what an event brings.
     *
     * @param carried what {@link #held()} gave, on whatever thread
     */
    void arrive(@Nullable Object carried);

    /**
     * Makes the thread hold what it held before an event arrived.
     *
     * @param own what {@link #held()} gave on this thread
     */
    void leave(@Nullable Object own);

    /** Makes the thread hold nothing, whatever it holds and however it came by it. */
    void forget();

    /** Whether it is made of that accessor. */
    default boolean isOf(ThreadLocalAccessor<?> accessor) {
        return false;
    }

    /** Whether what the other piece holds can be held by this one. */
    default boolean sameAs(Piece other) {
        return getClass() == other.getClass() && key().equals(other.key());
    }
}
