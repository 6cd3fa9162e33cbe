package io.concor.autoconfigure.propagation;

import org.jspecify.annotations.Nullable;

/** The values of a thread's context elements. Immutable. */
final class ThreadContextSnapshot {

    private final ThreadContextElements elements;
    private final @Nullable Object[] values;

    /**
     * Creates a snapshot.
     *
     * @param elements the elements
     * @param values their values, at the same indices
     */
    ThreadContextSnapshot(ThreadContextElements elements, @Nullable Object[] values) {
        this.elements = elements;
        this.values = values;
    }

    /** Returns the value for an element of the current elements, or null if there is none. */
    @Nullable
    Object value(ThreadContextElements current, int index) {
        return current == elements ? values[index] : valueOf(current.element(index));
    }

    private @Nullable Object valueOf(ThreadContextElement element) {
        int index = elements.indexOf(element);
        return index < 0 ? null : values[index];
    }
}
