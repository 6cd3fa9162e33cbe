package io.concor.autoconfigure.propagation;

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/** One thing that threads may hold for an event. Thread-safe; each method speaks of the calling thread. */
interface ThreadContextElement {

    /** What tells it from others. */
    Object key();

    /** What the thread holds, or null for nothing. */
    @Nullable
    Object current();

    /**
     * Makes the thread hold what an event brings.
     *
     * @param carried what {@link #current()} gave, on whatever thread
     */
    void set(@Nullable Object carried);

    /**
     * Makes the thread hold what it held before an event arrived.
     *
     * @param own what {@link #current()} gave on this thread
     */
    void restore(@Nullable Object own);

    /** Makes the thread hold nothing, whatever it holds and however it came by it. */
    void clear();

    /** Whether it is made of that accessor. */
    default boolean isOf(ThreadLocalAccessor<?> accessor) {
        return false;
    }

    /** Whether what the other element holds can be held by this one. */
    default boolean isCompatibleWith(ThreadContextElement other) {
        return getClass() == other.getClass() && key().equals(other.key());
    }
}
