package io.concor.engine;

import io.concor.JoinSettings;
import io.concor.engine.batch.BatchWork;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.path.EventPath;
import io.concor.engine.pool.EventHandler;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.SlotWork;
import io.concor.engine.stored.StoredBatchWork;
import io.concor.engine.stored.StoredFlow;
import io.concor.engine.stored.StoredSlot;
import io.concor.engine.stored.StoredWork;
import io.concor.queue.QueueStore;
import io.concor.queue.StoredQueue;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The storages of the slots of one flow. Changed by the holder of the flow's lock only; any thread may read. */
final class SlotStorages {

    private final FlowDefinition definition;
    private final StoredFlow flow;
    private final EventPath path;
    private final AtomicReferenceArray<@Nullable StoredSlot> slots;

    SlotStorages(FlowDefinition definition, StoredFlow flow, EventPath path) {
        this.definition = definition;
        this.flow = flow;
        this.path = path;
        this.slots = new AtomicReferenceArray<>(definition.size());
    }

    /** Returns the storage of a slot, or null if its events wait in memory, and nothing is left in a store. */
    @Nullable
    StoredSlot at(int slot) {
        return slots.get(slot);
    }

    /**
     * Opens the storage of a slot.
     *
     * @throws io.concor.QueueStoreException if the store cannot be reached or does not fit
     */
    void open(int slot, JoinSettings settings) {
        QueueStore store = definition.store(settings.queue());
        StoredQueue queue = store.open(flow.definition(slot, settings));
        slots.set(slot, new StoredSlot(flow, slot, store, queue, path.stage(slot)));
    }

    /** Hands the events of a storage to the join of its slot from now on. */
    void deliver(int slot) {
        Join join = path.routing().join(slot);
        Objects.requireNonNull(slots.get(slot)).deliver(Objects.requireNonNull(join));
    }

    void close(int slot) {
        StoredSlot closed = slots.getAndSet(slot, null);
        if (closed != null) {
            closed.close();
        }
    }

    /** Calls an action with each storage. */
    void forEach(Consumer<StoredSlot> action) {
        for (int i = 0; i < slots.length(); i++) {
            StoredSlot present = slots.get(i);
            if (present != null) {
                action.accept(present);
            }
        }
    }

    /** Closes all, after the flow has stopped. */
    void closeAll() {
        IntStream.range(0, slots.length()).forEach(this::close);
        flow.failAwaited();
    }

    /** Returns what the workers of a slot do. */
    SlotWork workFor(int slot) {
        StoredSlot storage = slots.get(slot);
        SlotWork inMemory = path.workFor(slot);
        if (storage == null) {
            return inMemory;
        }
        return inMemory instanceof BatchWork batches
                ? new StoredBatchWork(storage, batches)
                : new StoredWork(storage, (EventHandler) inMemory);
    }
}
