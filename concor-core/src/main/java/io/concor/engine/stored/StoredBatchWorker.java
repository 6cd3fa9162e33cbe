package io.concor.engine.stored;

import io.concor.engine.batch.BatchWork;
import io.concor.engine.batch.BatchWorker;
import io.concor.engine.event.PoolState;
import java.util.IdentityHashMap;
import java.util.Map;

/** A worker of a stored batch slot. */
final class StoredBatchWorker extends BatchWorker {

    private final BatchWork batches;
    /** One for each storage of which it had events. For its thread. */
    private final Map<StoredSlot, StoredBatchUnit> units = new IdentityHashMap<>();

    StoredBatchWorker(PoolState state, boolean alone, StoredSlot slot, BatchWork batches) {
        super(state, alone, slot.slot(), slot.flow().mostInHand());
        this.batches = batches;
    }

    /** Returns what handles events of a storage. */
    StoredBatchUnit unit(StoredSlot from) {
        StoredBatchUnit unit = units.get(from);
        if (unit == null) {
            unit = new StoredBatchUnit(from, batches, this);
            units.put(from, unit);
        }
        return unit;
    }
}
