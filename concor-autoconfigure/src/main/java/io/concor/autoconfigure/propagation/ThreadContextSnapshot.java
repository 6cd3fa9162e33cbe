package io.concor.autoconfigure.propagation;

import org.jspecify.annotations.Nullable;

/** What a thread held; does not change. */
final class ThreadContextSnapshot {

    private final ThreadContextElements elements;
    private final @Nullable Object[] values;

    /**
     * @param elements what was looked at
     * @param values what was found, at the same indices
     */
    ThreadContextSnapshot(ThreadContextElements elements, @Nullable Object[] values) {
        this.elements = elements;
        this.values = values;
    }

    /** What was held, as far as the elements of now can take it. */
    @Nullable
    Object value(ThreadContextElements now, int index) {
        return now == elements ? values[index] : valueOf(now.element(index));
    }

    private @Nullable Object valueOf(ThreadContextElement element) {
        int index = elements.indexOf(element);
        return index < 0 ? null : values[index];
    }
}
