package io.concor.engine;

import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.engine.pool.Join;
import io.concor.engine.stored.StoredSlot;
import io.concor.queue.StoredQueue;
import io.concor.text.Sentence;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a change does to the storage of a slot: where events wait before they come into the queue of the join. Nothing that is
 * stored has to move.
 *
 * <ul>
 *   <li>{@link Open}: arriving events go into the store, and follow those that wait in the queue already.
 *   <li>{@link Keep}: the storage remains, with other settings, or in front of another queue.
 *   <li>{@link Drain}: what is stored comes into the queue, and arriving events follow it: see {@link StoredSlot}. The change does
 *       not wait for that.
 *   <li>{@link Exchange}: another store takes the place of the present one, once nothing is left there. In between, for a moment,
 *       events wait in the queue only.
 *   <li>{@link Empty}: the join is removed, once nothing is left in the store.
 *   <li>{@link BeginToLeave}, {@link Leave}: the component runs elsewhere, and events leave this process by the store, or no longer.
 * </ul>
 *
 * <p>Queues are {@linkplain Opening opened} while the change waits, so that its limit holds.
 */
abstract class StorageOperation extends SlotOperation {

    private static final String PAUSED =
            "the queue of the slot is paused, and keeps its events. Resume it first (concorqueues, action resume)";

    final SlotStorages storages;

    private StorageOperation(int slot, SlotStorages storages) {
        super(slot);
        this.storages = storages;
    }

    /**
     * Returns what a change does to the storage of a slot, which may be nothing.
     *
     * @param wanted the new settings of the slot, or null if it becomes empty
     */
    static List<StorageOperation> of(int slot, SlotStorages storages, @Nullable JoinSettings wanted) {
        StoredSlot present = storages.at(slot);
        if (wanted == null) {
            return present == null ? List.of() : List.of(new Empty(slot, storages, present));
        } else if (wanted.queue() == QueueKind.MEMORY) {
            return present == null ? List.of() : List.of(new Drain(slot, storages, present));
        }
        return List.of(withStore(slot, storages, present, wanted));
    }

    private static StorageOperation withStore(
            int slot, SlotStorages storages, @Nullable StoredSlot present, JoinSettings wanted) {
        if (present == null) {
            return new Open(slot, storages, wanted);
        }
        return present.store() == storages.store(wanted)
                ? new Keep(slot, storages, present, wanted)
                : new Exchange(slot, storages, present, wanted);
    }

    /**
     * Returns what a change does to a slot whose component runs elsewhere.
     *
     * @param join what brings events into its store, or null if the slot shall have none
     */
    static StorageOperation elsewhere(
            int slot, SlotStorages storages, @Nullable Join join, @Nullable JoinSettings wanted) {
        return join != null && wanted != null && storages.at(slot) == null
                ? new BeginToLeave(slot, storages, join, wanted)
                : new Leave(slot, storages, join, wanted);
    }

    @Override
    void prepare() {}

    @Override
    void rollBack() {}

    /** What needs a queue that is not open yet, which may take long. */
    private abstract static class Opening extends StorageOperation {

        final JoinSettings settings;
        private final StoreOpenings.Opening opening;
        boolean isOpen;

        Opening(int slot, SlotStorages storages, JoinSettings settings) {
            super(slot, storages);
            this.settings = settings;
            this.opening = storages.opening(slot, settings);
        }

        @Override
        void prepare() {
            opening.begin();
        }

        @Override
        boolean isReady() {
            StoredQueue queue = isOpen ? null : opening.take();
            if (queue != null) {
                isOpen = true;
                opened(queue);
            }
            return isOpen;
        }

        /** The queue is open. */
        abstract void opened(StoredQueue queue);

        @Override
        void rollBack() {
            opening.giveUp();
        }

        @Override
        String obstacle() {
            return opening.obstacle();
        }
    }

    private static final class Open extends Opening {

        Open(int slot, SlotStorages storages, JoinSettings settings) {
            super(slot, storages, settings);
        }

        @Override
        void opened(StoredQueue queue) {
            storages.opened(slot, settings, queue);
        }

        @Override
        void activate() {
            storages.deliver(slot);
        }

        @Override
        void rollBack() {
            super.rollBack();
            if (isOpen) {
                storages.close(slot);
            }
        }
    }

    private static final class Keep extends StorageOperation {

        private final StoredSlot storage;
        private final JoinSettings settings;

        Keep(int slot, SlotStorages storages, StoredSlot storage, JoinSettings settings) {
            super(slot, storages);
            this.storage = storage;
            this.settings = settings;
        }

        @Override
        void activate() {
            storage.storeAgain(settings);
            storages.deliver(slot);
        }
    }

    private static final class Drain extends StorageOperation {

        private final StoredSlot storage;

        Drain(int slot, SlotStorages storages, StoredSlot storage) {
            super(slot, storages);
            this.storage = storage;
        }

        @Override
        void activate() {
            storages.deliver(slot);
            storage.drain();
        }

        @Override
        long handedOver() {
            return storage.queue().depth();
        }
    }

    private static final class Exchange extends Opening {

        private final StoredSlot before;
        private boolean keptStored;

        Exchange(int slot, SlotStorages storages, StoredSlot before, JoinSettings settings) {
            super(slot, storages, settings);
            this.before = before;
        }

        @Override
        void opened(StoredQueue queue) {
            storages.openedNext(slot, settings, queue);
            keptStored = before.keepsStored();
            if (!before.isPassing()) {
                before.drain();
            }
        }

        @Override
        boolean isReady() {
            if (!super.isReady()) {
                return false;
            }
            before.advance();
            return before.isPassing();
        }

        @Override
        void activate() {
            storages.useNext(slot);
        }

        @Override
        void rollBack() {
            super.rollBack();
            storages.dismissNext(slot);
            if (keptStored) {
                before.storeAgain();
            }
        }

        @Override
        String obstacle() {
            if (!isOpen) {
                return super.obstacle();
            }
            return before.queue().isPaused()
                    ? PAUSED
                    : Sentence.of(
                            "%d events still wait in the store '%s' of the slot, and a slot has one store at a time. Let it keep its events in memory first (queue: memory), which waits for nothing",
                            before.queue().depth(), before.store().name());
        }
    }

    private static final class BeginToLeave extends Opening {

        private final Leave leave;

        BeginToLeave(int slot, SlotStorages storages, Join join, JoinSettings settings) {
            super(slot, storages, settings);
            leave = new Leave(slot, storages, join, settings);
        }

        @Override
        void opened(StoredQueue queue) {
            storages.opened(slot, settings, queue);
            leave.prepare();
        }

        @Override
        void install(@Nullable Join[] joins) {
            leave.install(joins);
        }

        @Override
        void activate() {
            leave.activate();
        }
    }

    private static final class Leave extends StorageOperation {

        private final @Nullable Join join;
        private final @Nullable JoinSettings settings;

        Leave(int slot, SlotStorages storages, @Nullable Join join, @Nullable JoinSettings settings) {
            super(slot, storages);
            this.join = join;
            this.settings = settings;
        }

        @Override
        void prepare() {
            if (settings != null && join != null) {
                storages.leaving(slot, join);
            }
        }

        @Override
        void install(@Nullable Join[] joins) {
            joins[slot] = join;
        }

        @Override
        void activate() {
            StoredSlot storage = storages.at(slot);
            if (settings != null && join != null && storage != null) {
                storage.storeAgain(settings);
            }
        }
    }

    private static final class Empty extends StorageOperation {

        private final StoredSlot storage;
        private boolean keptStored;

        Empty(int slot, SlotStorages storages, StoredSlot storage) {
            super(slot, storages);
            this.storage = storage;
        }

        @Override
        void prepare() {
            keptStored = storage.keepsStored();
            storage.drain();
        }

        @Override
        boolean isReady() {
            storage.advance();
            return storage.isPassing();
        }

        @Override
        void activate() {
            storages.close(slot);
        }

        @Override
        void rollBack() {
            if (keptStored) {
                storage.storeAgain();
            }
        }

        @Override
        String obstacle() {
            return storage.queue().isPaused()
                    ? PAUSED
                    : Sentence.of(
                            "%d events still wait in the store of the slot. Let the slot keep its events in memory"
                                    + " first (queue: memory)",
                            storage.queue().depth());
        }
    }
}
