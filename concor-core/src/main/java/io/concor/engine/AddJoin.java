package io.concor.engine;

import io.concor.JoinSettings;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.JoinRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Fills an empty slot. No thread has to stop: the threads that served the component so far put their next event into
 * the new ring only after they have finished the present one. So the new threads follow them by the ring's own order.
 */
final class AddJoin extends SlotOperation {

    private final JoinRegistry registry;
    private final JoinSettings settings;
    private @Nullable Join added;

    AddJoin(int slot, JoinRegistry registry, JoinSettings settings) {
        super(slot);
        this.registry = registry;
        this.settings = settings;
    }

    @Override
    void prepare() {
        added = registry.startJoin(slot, settings);
    }

    @Override
    void install(@Nullable Join[] joins) {
        joins[slot] = added;
    }

    @Override
    void activate() {
        if (added != null) {
            added.pool().resume();
        }
    }

    @Override
    void rollBack() {
        if (added != null) {
            added.pool().retire();
        }
    }
}
