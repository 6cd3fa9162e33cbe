package io.concor.engine.stored;

import io.concor.engine.event.PoolState;
import io.concor.engine.pool.Worker;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/** A worker of a stored slot, with the events that it handles in one transaction. */
final class StoredWorker extends Worker {

    /** One for each storage of which it had events. For its thread. */
    private final Map<StoredSlot, StoredUnit> units = new IdentityHashMap<>();
    /** Whether it takes further events without a look at what its pool wants. */
    private volatile boolean taking;

    StoredWorker(PoolState state, boolean alone) {
        super(state, alone);
    }

    /** Returns what handles events of a storage. */
    StoredUnit unit(StoredSlot from) {
        return units.computeIfAbsent(from, StoredUnit::new);
    }

    void taking(boolean next) {
        taking = next;
    }

    @Override
    public boolean takesNothing(IntPredicate waits) {
        return isQuiescent() || (!taking && super.takesNothing(waits));
    }
}
