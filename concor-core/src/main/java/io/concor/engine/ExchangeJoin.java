package io.concor.engine;

import io.concor.JoinSettings;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.JoinRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Exchanges a join whose threads keep no order for one with a larger queue. Arriving events go into the new one at once, while the
 * old threads finish what waits, so that the change waits for no task.
 */
final class ExchangeJoin extends SlotOperation {

    private final JoinRegistry registry;
    private final Join old;
    private final JoinSettings after;
    private @Nullable Join next;
    private long handedOver;

    ExchangeJoin(int slot, JoinRegistry registry, Join old, JoinSettings after) {
        super(slot);
        this.registry = registry;
        this.old = old;
        this.after = after;
    }

    @Override
    void prepare() {
        next = registry.startJoin(slot, after);
    }

    @Override
    void install(@Nullable Join[] joins) {
        joins[slot] = next;
    }

    @Override
    void activate() {
        if (next != null) {
            next.pool().resume();
            handedOver = old.queue().waiting();
            old.queue().close();
            old.pool().drain();
        }
    }

    @Override
    void rollBack() {
        if (next != null) {
            next.pool().retire();
        }
    }

    @Override
    long handedOver() {
        return handedOver;
    }
}
