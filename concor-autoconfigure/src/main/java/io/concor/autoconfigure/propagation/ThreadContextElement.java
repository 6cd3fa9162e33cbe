package io.concor.autoconfigure.propagation;

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/** A part of the context of threads that travels with events. All methods concern the calling thread. Thread-safe. */
interface ThreadContextElement {

    /** Returns the key, which identifies the element. */
    Object key();

    /** Returns the value of the thread, or null for none. */
    @Nullable
    Object current();

    /**
     * Sets the value of an event.
     *
     * @param carried a result of {@link #current()} on any thread
     */
    void set(@Nullable Object carried);

    /**
     * Restores the previous value of the thread.
     *
     * @param own a result of {@link #current()} on this thread
     */
    default void restore(@Nullable Object own) {
        set(own);
    }

    /** Clears the value. */
    void clear();

    /** Whether the element uses the accessor. */
    default boolean isOf(ThreadLocalAccessor<?> accessor) {
        return false;
    }

    /** Whether this element accepts values of the other one. */
    default boolean isCompatibleWith(ThreadContextElement other) {
        return getClass() == other.getClass() && key().equals(other.key());
    }
}
