package io.concor.engine;

import io.concor.JoinSettings;
import org.jspecify.annotations.Nullable;

/**
 * Fills an empty slot. Needs nobody to rest: the threads that served the component so far put their next event into the
 * ring only after they have finished the one before, so the new thread comes after them by the ring's own order.
 */
final class AddJoin extends SlotOperation {

    private final JoinRegistry joins;
    private final JoinSettings settings;
    private @Nullable Join added;

    AddJoin(int slot, JoinRegistry joins, JoinSettings settings) {
        super(slot);
        this.joins = joins;
        this.settings = settings;
    }

    @Override
    void begin() {
        added = joins.start(slot, settings);
    }

    @Override
    void commit(@Nullable Join[] plan) {
        plan[slot] = added;
    }

    @Override
    void settle() {
        if (added != null) {
            added.pool().release();
        }
    }

    @Override
    void revert() {
        if (added != null) {
            added.pool().retire();
        }
    }
}
