package io.concor.engine.stored;

import io.concor.JoinSettings;
import io.concor.QueueStoreException;
import io.concor.Transactions;
import io.concor.engine.event.Context;
import io.concor.engine.event.EventFuture;
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
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A slot whose events wait in a store before they come into the queue of its join. Arriving events are put into the store; the
 * {@linkplain StoredIntake intake} brings them into the queue. Its {@linkplain StorageState state} changes when the slot is to keep
 * its events in memory, or in the store again.
 *
 * <p>Another store may have events of the slot, too, above all from processes whose slot has that store. They come into the queue of
 * the join by a storage of their own, and end where they lie: moved into this store, they could come back for ever.
 */
public class StoredSlot implements Storage {

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
    private final StorageState state;
    private final StoreTime time = new StoreTime();

    /** One for each other store that has a queue of the slot. Changed by the holder of the flow's lock only. */
    private final List<StoredSlot> others = new CopyOnWriteArrayList<>();

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
        this.intake = new StoredIntake(flow, this);
        this.state = new StorageState(queue, handOverRoom, intake::join, this::store);
        this.transactionPuts = new TransactionPuts(slot, queue, events, flow.threads(), state::isStoring);
    }

    StoredIntake intake() {
        return intake;
    }

    public StoredQueue queue() {
        return queue;
    }

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
        if (context.error == null && !state.isPassing() && !isOfAnotherStore(context)) {
            events.prepare(context);
        }
    }

    /** Whether an event came to the slot out of a store that is not the slot's: it ends there, and waits in memory here. */
    private boolean isOfAnotherStore(Context context) {
        return context.passage() instanceof QueuedPassage passage && passage.isOfAnotherStore(slot, store);
    }

    StorageState state() {
        return state;
    }

    /** Returns the room for events that the stage before hands on. */
    HandOverRoom handOverRoom() {
        return handOverRoom;
    }

    /** Asks once whether events pass: one that has not been prepared for the store must not come into it. */
    @Override
    public boolean put(Context context) {
        // what has failed waits for a catch component, which gives no promise to its caller
        return context.error == null
                && !state.isPassing()
                && !isOfAnotherStore(context)
                && events.prepare(context)
                && state.put(context);
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
        others.forEach(StoredSlot::roomMade);
    }

    /** Whether arriving events go into the store. */
    public boolean isStoring() {
        return state.isStoring();
    }

    /** Whether that is so until a change wants otherwise; if not, events are to wait in memory, now or once the store is empty. */
    public boolean keepsStored() {
        return state.keepsStored();
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
        others.forEach(other -> other.intake.deliver(to));
    }

    /** Returns the storages of other stores, which deliver with this one. */
    public List<StoredSlot> others() {
        return others;
    }

    /** Events are to wait in memory from now on. */
    public void drain() {
        state.drain();
        advance();
    }

    /** Events are to wait in the store from now on, with these settings. */
    public void storeAgain(JoinSettings settings) {
        queue.use(flow.definition(slot, settings));
        storeAgain();
    }

    /** Events are to wait in the store from now on, also those that are held back. */
    public void storeAgain() {
        state.storeAgain();
    }

    /** Goes on towards memory, if the store is empty enough by now. Called again and again. */
    public void advance() {
        handOverRoom.look();
        state.advance();
    }

    /** Whether everything that was in the store has come into the queue, and arriving events do so at once. */
    public boolean isPassing() {
        return state.isPassing();
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
        others.forEach(StoredSlot::stopDelivering);
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
        others.forEach(other -> other.queue.close());
    }
}
