package io.concor.engine.stored;

import io.concor.engine.event.PoolState;
import io.concor.engine.pool.Worker;
import java.util.function.IntPredicate;

/** A worker of a stored slot, with the events that it handles in one transaction. */
final class StoredWorker extends Worker {

    private final StoredUnit unit;
    /** Whether it takes further events without a look at what its pool wants. */
    private volatile boolean taking;

    StoredWorker(PoolState state, boolean alone, StoredSlot slot) {
        super(state, alone);
        this.unit = new StoredUnit(slot);
    }

    StoredUnit unit() {
        return unit;
    }

    void taking(boolean next) {
        taking = next;
    }

    @Override
    public boolean takesNothing(IntPredicate waits) {
        return isQuiescent() || (!taking && super.takesNothing(waits));
    }
}
