package io.concor.engine.stored;

import io.concor.engine.batch.BatchWork;
import io.concor.engine.batch.BatchWorker;
import io.concor.engine.event.PoolState;

/** A worker of a stored batch slot. */
final class StoredBatchWorker extends BatchWorker {

    private final StoredBatchUnit unit;

    StoredBatchWorker(PoolState state, boolean alone, StoredSlot slot, BatchWork batches) {
        super(state, alone, slot.slot(), slot.flow().mostInHand());
        this.unit = new StoredBatchUnit(slot, batches, this);
    }

    StoredBatchUnit unit() {
        return unit;
    }
}
