package io.concor.engine.stored;

import io.concor.JoinSettings;
import io.concor.QueueStoreException;
import io.concor.Transactions;
import io.concor.engine.event.Context;
import io.concor.engine.event.EventFuture;
import io.concor.engine.event.Passage;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.StagePath;
import io.concor.engine.pool.Storage;
import io.concor.engine.pool.Worker;
import io.concor.queue.EventHeaders;
import io.concor.queue.NewEvent;
import io.concor.queue.QueueStore;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.statistics.FlowReading.StoredReading;
import io.concor.statistics.QueueFigures;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A slot whose events wait in a store before they come into the queue of its join. Arriving events are put into the store; the
 * {@linkplain StoredIntake intake} brings them into the queue.
 *
 * <p>When the slot is to keep its events in memory again, the way through the store remains in use until the store is almost
 * empty; then arriving events are held back until the last stored one is in the queue, and follow it. So they keep their order. While
 * a person has paused the queue, arriving events go into the store.
 *
 * <pre>
 * STORING → DRAINING → HOLDING → PASSING
 *    ↑__________|__________|_________|
 * </pre>
 *
 * <p>Another store may have events of the slot, too, above all from processes whose slot has that store. They come into the queue of
 * the join by a storage <em>beside</em> this one, and end where they lie: moved into this store, they could come back for ever.
 */
public class StoredSlot implements Storage {

    private enum Mode {
        /** Arriving events go into the store. */
        STORING,
        /** The same, until almost nothing is left there. */
        DRAINING,
        /** Arriving events are held back until nothing is left in the store. */
        HOLDING,
        /** Arriving events go into the queue of the join. The store may still hand out what a late transaction has put. */
        PASSING
    }

    /** How many events may be left in the store when arriving ones are held back. */
    private static final int ALMOST_EMPTY = 256;
    /** So long they are held back at most; then they go into the store again, for a while. */
    private static final long LONGEST_HOLD_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long BETWEEN_HOLDS_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long NEVER = Long.MIN_VALUE;

    private final StoredFlow flow;
    private final int slot;
    private final QueueStore store;
    private final StoredQueue queue;
    private final StagePath stage;
    private final NewEvents events;
    private final JoinedRange range;
    private final TransactionPuts transactionPuts;
    private final HandOverRoom handOverRoom;
    private final StoredIntake intake;
    private final StoreTime time = new StoreTime();
    /** Those that are held back, in their order. Guarded by itself. */
    private final Deque<Context> heldBack = new ArrayDeque<>();
    /** How many threads may be about to put an event into the store. */
    private final AtomicInteger putting = new AtomicInteger();

    /** One for each other store that has a queue of the slot. Changed by the holder of the flow's lock only. */
    private final List<StoredSlot> beside = new CopyOnWriteArrayList<>();

    private long heldSinceNanos = NEVER; // guarded by heldBack
    private volatile Mode mode = Mode.STORING;

    /** @param stage the way of events through the stage of the slot */
    public StoredSlot(StoredFlow flow, int slot, QueueStore store, StoredQueue queue, StagePath stage) {
        this.flow = flow;
        this.slot = slot;
        this.store = store;
        this.queue = queue;
        this.stage = stage;
        this.range = JoinedRange.of(flow, slot, store);
        this.events = new NewEvents(flow, slot, store, queue);
        this.handOverRoom = new HandOverRoom(queue);
        this.transactionPuts = new TransactionPuts(slot, queue, events, flow.threads(), this::isStoring);
        this.intake = new StoredIntake(flow, this);
    }

    StoredIntake intake() {
        return intake;
    }

    /** Returns the queue in the store. */
    public StoredQueue queue() {
        return queue;
    }

    /** Returns the store. */
    public QueueStore store() {
        return store;
    }

    StagePath stage() {
        return stage;
    }

    StoredFlow flow() {
        return flow;
    }

    /** Returns the index of the slot. */
    public int slot() {
        return slot;
    }

    /** Whether a transaction range begins at the slot whose transactions are those of the store. */
    boolean joinsRange() {
        return range.isThere();
    }

    /** Whether the range that begins at the slot is not over where events leave the stage: they take its transaction along. */
    boolean isWithinRange(int at) {
        return range.goesOnAt(at);
    }

    /** Whether a worker may handle events of this stage together, in transactions of the store. */
    boolean handlesInUnits() {
        return stage.staysOnThread() && !isWithinRange(stage.nextStage());
    }

    /** Handles an event without a transaction of the store: it ends there when it has ended in the flow. */
    void serve(Context context, StoredPassage passage, Worker worker) {
        context.enteredNanos = flow.now();
        try (EventHeaders.Restored headers = restoreHeaders(passage.event)) {
            stage.serve(context, worker);
        }
    }

    /** Returns what begins the transactions in which events are handled. */
    Transactions transactions() {
        return range.transactions();
    }

    /** Sets the calling thread up for the handling of an event by what was put with it. */
    EventHeaders.Restored restoreHeaders(StoredEvent event) {
        return store.headers().restore(queue.definition(), event);
    }

    @Override
    public void prepare(Context context) {
        if (context.error == null && mode != Mode.PASSING && !isOfAnotherStore(context)) {
            events.prepare(context);
        }
    }

    /** Whether an event came to the slot out of a store that is not the slot's: it ends there, and waits in memory here. */
    private boolean isOfAnotherStore(Context context) {
        Passage passage = context.passage();
        return passage instanceof RequeuedPassage requeued && requeued.slot() == slot
                || passage instanceof StoredPassage stored
                        && stored.storage().slot == slot
                        && stored.storage().store != store;
    }

    /** Whether an event may be handed on in its transaction. Until {@link #endHandOver} it counts as about to be put. */
    boolean beginHandOver() {
        putting.incrementAndGet();
        boolean storing = isStoring();
        if (!storing) {
            putting.decrementAndGet();
        }
        return storing;
    }

    /** An event is in the queue, or does not come. */
    void endHandOver() {
        putting.decrementAndGet();
    }

    /** Returns the room for events that the stage before hands on. */
    HandOverRoom handOverRoom() {
        return handOverRoom;
    }

    /** Asks once whether events pass: one that has not been prepared for the store must not come into it. */
    @Override
    public boolean put(Context context) {
        // what has failed waits for a catch component, which gives no promise to its caller
        if (context.error != null || mode == Mode.PASSING || isOfAnotherStore(context) || !events.prepare(context)) {
            return false;
        }
        putting.incrementAndGet();
        try {
            if (isStoring()) {
                store(context);
                return true;
            }
            return holdBack(context);
        } finally {
            putting.decrementAndGet();
        }
    }

    private void store(Context context) {
        NewEvent event = prepared(context);
        EventFuture awaited = context.result;
        if (awaited != null) {
            flow.awaited().put(event.id(), awaited, queue.definition().slot());
        }
        queue.put(event, new PutTicket(this, context, event.id(), awaited));
    }

    /** Returns what is put for an event that was {@linkplain #prepare prepared}. */
    NewEvent prepared(Context context) {
        return events.prepared(context);
    }

    /** Returns what puts events in transactions of their callers. */
    public TransactionPuts transactionPuts() {
        return transactionPuts;
    }

    @Override
    public void roomMade() {
        queue.roomMade();
        beside.forEach(StoredSlot::roomMade);
    }

    /** Whether arriving events go into the store. */
    public boolean isStoring() {
        return mode == Mode.STORING || mode == Mode.DRAINING;
    }

    /** Whether that is so until a change wants otherwise; if not, events are to wait in memory, now or once the store is empty. */
    public boolean keepsStored() {
        return mode == Mode.STORING;
    }

    /** The store has not taken an event. It goes on with the error, at the component of the slot. */
    void notStored(Context context, QueueStoreException cause) {
        fail(context, cause);
        stage.resume(context, slot);
    }

    final void fail(Context context, QueueStoreException cause) {
        events.fail(context, cause);
    }

    /** Hands events of the store to the queue of a join from now on. Called again, it hands them to another one. */
    public void deliver(Join to) {
        intake.deliver(to);
        to.storage(this);
        beside.forEach(other -> other.intake.deliver(to));
    }

    /** Returns the storages of other stores, which deliver with this one. */
    public List<StoredSlot> beside() {
        return beside;
    }

    /** Events are to wait in memory from now on. */
    public void drain() {
        synchronized (heldBack) {
            storeHeldBack(Mode.DRAINING);
            heldSinceNanos = NEVER; // another change
        }
        advance();
    }

    /** Events are to wait in the store from now on, with these settings. */
    public void storeAgain(JoinSettings settings) {
        queue.use(flow.definition(slot, settings));
        storeAgain();
    }

    /** Events are to wait in the store from now on, also those that are held back. */
    public void storeAgain() {
        synchronized (heldBack) {
            storeHeldBack(Mode.STORING);
        }
    }

    private void storeHeldBack(Mode next) {
        for (Context context = heldBack.poll(); context != null; context = heldBack.poll()) {
            store(context);
        }
        mode = next; // last: events that arrive meanwhile come after those
    }

    /** Goes on towards memory, if the store is empty enough by now. Called again and again. */
    public void advance() {
        handOverRoom.look();
        if (mode == Mode.STORING || mode == Mode.PASSING) {
            return;
        }
        synchronized (heldBack) {
            boolean paused = queue.isPaused();
            if (mode == Mode.HOLDING && paused) {
                storeHeldBack(Mode.DRAINING); // nothing comes out before a person resumes
            }
            if (mode == Mode.DRAINING && !paused && queue.depth() <= ALMOST_EMPTY && mayHoldBack()) {
                mode = Mode.HOLDING;
                heldSinceNanos = System.nanoTime();
                handOverRoom.open();
            }
            if (mode == Mode.HOLDING && putting.get() == 0 && queue.isEmpty()) {
                pass(intake.join());
            }
            if (mode == Mode.HOLDING && System.nanoTime() - heldSinceNanos > LONGEST_HOLD_NANOS) {
                storeHeldBack(Mode.DRAINING); // others put, or what is left is delayed or waits for a person
            }
        }
    }

    private boolean mayHoldBack() {
        return heldSinceNanos == NEVER || System.nanoTime() - heldSinceNanos > BETWEEN_HOLDS_NANOS;
    }

    private void pass(@Nullable Join to) {
        while (to != null && !heldBack.isEmpty() && to.putIntoQueue(heldBack.element(), null)) {
            heldBack.remove();
        }
        if (heldBack.isEmpty()) {
            mode = Mode.PASSING;
        }
    }

    /** Returns false if the event is to pass by now. */
    private boolean holdBack(Context context) {
        synchronized (heldBack) {
            if (mode == Mode.HOLDING) {
                heldBack.add(context);
            } else if (isStoring()) {
                store(context);
            }
            return mode != Mode.PASSING;
        }
    }

    /** Whether everything that was in the store has come into the queue, and arriving events do so at once. */
    public boolean isPassing() {
        return mode == Mode.PASSING;
    }

    /** Returns how the store does. */
    public StoredReading reading() {
        return time.reading(figures());
    }

    /** Returns what is known of the queue. */
    public QueueFigures figures() {
        return queue.figures();
    }

    /** Returns the time that workers spend in the store. */
    StoreTime time() {
        return time;
    }

    /** The store hands out no further event, and gets back what waits in the queue of the join. */
    public void stopDelivering() {
        intake.stop();
        beside.forEach(StoredSlot::stopDelivering);
    }

    /** The slot is not stored any more. Its queue remains open, and what lies in other stores is brought by others. */
    public void leave() {
        intake.stop();
        Join last = intake.join();
        if (last != null) {
            last.storage(null);
        }
    }

    /** The flow has stopped. */
    public void close() {
        leave();
        queue.close();
        beside.forEach(other -> other.queue.close());
    }
}
