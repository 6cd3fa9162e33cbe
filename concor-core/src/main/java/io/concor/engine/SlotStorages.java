package io.concor.engine;

import io.concor.ConcorException;
import io.concor.Flow;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.QueueStoreException;
import io.concor.engine.batch.BatchWork;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.EventFuture;
import io.concor.engine.path.EventPath;
import io.concor.engine.pool.EventHandler;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.SlotWork;
import io.concor.engine.requeue.RequeueIntakes;
import io.concor.engine.requeue.StoredLetters;
import io.concor.engine.stored.ExitSlot;
import io.concor.engine.stored.StoredBatchWork;
import io.concor.engine.stored.StoredFlow;
import io.concor.engine.stored.StoredSlot;
import io.concor.engine.stored.StoredWork;
import io.concor.layout.FlowInstance;
import io.concor.queue.FlowIdentity;
import io.concor.queue.FlowMembership;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueStore;
import io.concor.queue.StoredQueue;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The storages of the slots of one flow, and what brings events of stores to slots without one. Changed by the holder of the
 * flow's lock only; any thread may read.
 */
final class SlotStorages {

    private static final Logger logger = LoggerFactory.getLogger(Flow.class);

    private final FlowDefinition definition;
    private final StoredFlow flow;
    private final EventPath path;
    private final AtomicReferenceArray<@Nullable StoredSlot> slots;
    /** Those that a change has opened and not put in use yet. */
    private final @Nullable StoredSlot[] next;

    private final RequeueIntakes requeues;
    /** What keeps dead letters in a store, or null. */
    private final @Nullable StoredLetters letters;

    private final StoreOpenings openings;

    private volatile FlowMembership membership = FlowMembership.NONE;

    SlotStorages(FlowDefinition definition, StoredFlow flow, EventPath path) {
        this.definition = definition;
        this.flow = flow;
        this.path = path;
        this.slots = new AtomicReferenceArray<>(definition.size());
        this.next = new StoredSlot[definition.size()];
        QueueStore keeper = definition.failures().deadLetterStore();
        this.letters = keeper == null
                ? null
                : new StoredLetters(flow, keeper, path.completion().deadLetters());
        if (letters != null) {
            path.completion().deadLetters().use(letters);
        }
        this.requeues = new RequeueIntakes(
                flow, path::stage, path.postponed()::execute, path.completion().deadLetters(), letters);
        this.openings = new StoreOpenings(definition.name(), this::leave);
    }

    /** Returns the storage of a slot, or null if its events wait in memory, and nothing is left in a store. */
    @Nullable
    StoredSlot at(int slot) {
        return slots.get(slot);
    }

    /**
     * Opens the storage of a slot, however long that takes.
     *
     * @throws QueueStoreException if the store cannot be reached or does not fit
     */
    void open(int slot, JoinSettings settings) {
        opened(slot, settings, open(settings, flow.definition(slot, settings)));
    }

    /** Returns what opens the queue of a slot, which is given to {@link #opened} or {@link #openedNext} then. */
    StoreOpenings.Opening opening(int slot, JoinSettings settings) {
        QueueDefinition queue = flow.definition(slot, settings);
        return openings.of(store(settings).name(), () -> open(settings, queue));
    }

    /** Returns whether no opening of a queue goes on that a change has given up. */
    boolean openingsHaveEnded() {
        return openings.haveEnded();
    }

    private StoredQueue open(JoinSettings settings, QueueDefinition queue) {
        QueueStore store = store(settings);
        if (settings.queue() == QueueKind.REMOTE) {
            join(store);
            flow.results().open(store);
        }
        return store.open(queue);
    }

    /** The slot has a storage whose queue is open. */
    void opened(int slot, JoinSettings settings, StoredQueue queue) {
        slots.set(slot, storage(slot, settings, queue));
    }

    private StoredSlot storage(int slot, JoinSettings settings, StoredQueue queue) {
        return definition.isHere(slot)
                ? new StoredSlot(flow, slot, store(settings), queue, path.stage(slot))
                : new ExitSlot(flow, slot, store(settings), queue, path.stage(slot));
    }

    /** Until the flow stops: requeued events come from a store also after its slot has left it. */
    private void join(QueueStore store) {
        if (membership == FlowMembership.NONE) {
            membership =
                    store.join(FlowIdentity.of(definition.name(), definition.components(), definition.placement()));
        }
    }

    /** Returns the processes that share the flow, as far as they are known; empty if no slot is remote. */
    List<FlowInstance> instances() {
        return membership.instances();
    }

    /** Returns the store of slots with these settings. */
    QueueStore store(JoinSettings settings) {
        return definition.store(settings.queue());
    }

    /** Hands the events of a storage to the join of its slot from now on. */
    void deliver(int slot) {
        StoredSlot storage = Objects.requireNonNull(slots.get(slot));
        requeues.forget(slot, storage.store()); // the storage has its queue
        requeues.leaveTo(storage);
        storage.deliver(Objects.requireNonNull(path.routing().join(slot)));
    }

    /** Hands the events of all storages to their joins, of later slots first: what comes into a slot finds those behind it stored. */
    void deliverAll() {
        for (int slot = slots.length() - 1; slot >= 0; slot--) {
            if (slots.get(slot) != null) {
                deliver(slot);
            }
        }
    }

    /**
     * Events that arrive at a join leave this process by the storage of its slot. Called before any event comes there: no thread
     * takes one out of the queue of such a join.
     */
    Join leaving(int slot, Join join) {
        Objects.requireNonNull(slots.get(slot)).deliver(join);
        return join;
    }

    /** The slot has no storage any more. What is requeued in its queues later comes to its component nevertheless. */
    void close(int slot) {
        StoredSlot closed = slots.getAndSet(slot, null);
        if (closed != null) {
            closed.leave();
            keep(closed);
            closed.others().forEach(this::keep);
            requeues.begin(slot);
        }
    }

    private void keep(StoredSlot from) {
        requeues.keep(from.slot(), from.store(), from.queue());
    }

    /** Another storage of a slot, besides the present one, has its queue open. */
    void openedNext(int slot, JoinSettings settings, StoredQueue queue) {
        next[slot] = storage(slot, settings, queue);
    }

    /** The other storage takes the place of the present one, into which this process puts nothing any more. */
    void useNext(int slot) {
        StoredSlot before = Objects.requireNonNull(slots.getAndSet(slot, next[slot]));
        next[slot] = null;
        keep(before);
        before.others().forEach(this::keep);
        deliver(slot);
        requeues.begin(slot);
    }

    /** The slot keeps its storage. */
    void dismissNext(int slot) {
        StoredSlot dismissed = next[slot];
        next[slot] = null;
        if (dismissed != null && !isBrought(slot, dismissed.store())) {
            keep(dismissed);
            deliver(slot);
            requeues.begin(slot);
        }
    }

    /** Whether what lies in a store comes to a slot already, though the slot has another one. */
    private boolean isBrought(int slot, QueueStore store) {
        StoredSlot present = Objects.requireNonNull(slots.get(slot));
        return requeues.bring(slot, store) || present.others().stream().anyMatch(other -> other.store() == store);
    }

    /**
     * Opens the queues of slots without a storage that have something in a store, and that of the first slot if dead letters are
     * kept: they enter there when they are requeued.
     *
     * @throws QueueStoreException if a store cannot be reached or does not fit
     */
    void openRequeues() {
        if (letters != null) {
            letters.enterBy(queue(definition.graph().entry(), letters.store()));
        }
        Set.copyOf(definition.stores().values()).forEach(this::openLeft);
    }

    private StoredQueue queue(int slot, QueueStore store) {
        StoredSlot storage = slots.get(slot);
        if (storage != null && storage.store() == store) {
            return storage.queue();
        }
        if (store.kind() == QueueKind.REMOTE) { // others may await what comes from there
            join(store);
            flow.results().open(store);
        }
        return requeues.open(slot, store);
    }

    /** That something cannot be handled which lies in a store must not keep a flow from starting that does not need it. */
    private void openLeft(QueueStore store) {
        try {
            openSlots(store);
        } catch (QueueStoreException unusable) {
            logger.warn(
                    "Flow '{}': what its slots have left in the store '{}' is not handled before the next start: {}",
                    definition.name(),
                    store.name(),
                    unusable.getMessage(),
                    unusable);
        }
    }

    /** What lies in a store for a component that runs elsewhere is not for this process. */
    private void openSlots(QueueStore store) {
        Set<String> left = new TreeSet<>(store.slots(definition.name()));
        for (int i = 0; i < definition.size(); i++) {
            if (left.remove(definition.component(i).name()) && definition.isHere(i)) {
                queue(i, store);
            }
        }
        if (!left.isEmpty()) {
            logger.warn(
                    "Flow '{}' has no slot '{}', of which the store '{}' has events or dead letters. They are kept there",
                    definition.name(),
                    String.join("', '", left),
                    store.name());
        }
    }

    /** Whether callers in this process learn results of events that end in others. */
    boolean bringResultsBack() {
        return flow.results().comeBack();
    }

    /** Whether events may come from a store. */
    boolean areThere() {
        return !requeues.isEmpty()
                || IntStream.range(0, slots.length())
                        .anyMatch(slot -> slots.get(slot) != null && definition.isHere(slot));
    }

    /** Lets what was requeued enter from now on. */
    void beginRequeues() {
        requeues.deliverAll();
    }

    /** No store hands out further events to the flow. */
    void stopDelivering() {
        forEach(StoredSlot::stopDelivering);
        requeues.stopAll();
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

    /** Goes on with what takes time. Called again and again, by one thread at a time. */
    void advance() {
        forEach(StoredSlot::advance);
        flow.expireAwaited();
    }

    /** Closes all, after the flow has stopped. */
    void closeAll() {
        forEach(StoredSlot::close);
        requeues.closeAll();
        for (int i = 0; i < slots.length(); i++) {
            slots.set(i, null);
        }
        openings.closeAll();
        leave();
    }

    /** Other processes learn that this one does not share the flow any more. */
    private void leave() {
        flow.results().close();
        membership.leave();
        membership = FlowMembership.NONE;
    }

    /** Hands over the futures of callers whose events are in a store, or on their way there, with what they are to fail with. */
    void takeAwaited(BiConsumer<EventFuture, ConcorException> to) {
        flow.takeAwaited(to);
    }

    /** Returns what the workers of a slot do. */
    SlotWork workFor(int slot) {
        StoredSlot storage = next[slot] == null ? slots.get(slot) : next[slot];
        SlotWork inMemory = path.workFor(slot);
        if (storage == null) {
            return inMemory;
        }
        return inMemory instanceof BatchWork batches
                ? new StoredBatchWork(storage, batches)
                : new StoredWork(storage, (EventHandler) inMemory);
    }
}
