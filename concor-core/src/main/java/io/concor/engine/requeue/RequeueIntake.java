package io.concor.engine.requeue;

import io.concor.DeadLetter;
import io.concor.engine.event.Context;
import io.concor.engine.pool.StagePath;
import io.concor.engine.retry.DeadLetters;
import io.concor.engine.stored.StoredFlow;
import io.concor.engine.thread.OneByOne;
import io.concor.queue.Ending;
import io.concor.queue.EventHeaders;
import io.concor.queue.EventReceiver;
import io.concor.queue.QueueStore;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Brings events of a store to the component of a slot that is empty, or whose events wait in memory or in another store: dead
 * letters that were requeued, what is left of the time in which the slot had this store, and what processes put there whose slot
 * still has it. They have contexts of their own and end in the store when they end in the flow, so that a process that dies
 * repeats them. If the slot is filled, they come into its queue in the order of the store. Thread-safe.
 */
final class RequeueIntake implements EventReceiver {

    /** So many events at once leave contexts to slots that are durable. */
    private static final int MOST_IN_HAND = 64;

    private final StoredFlow flow;
    private final int slot;
    private final QueueStore store;
    private final StoredQueue queue;
    private final StagePath stage;
    private final Executor threads;
    private final Executor inOrder;
    private final DeadLetters letters;
    /** Keeps what fails again; null where it stays with the queue. */
    private final @Nullable StoredLetters keeper;

    private final AtomicInteger inHand = new AtomicInteger();
    /** For the holder of the flow's lock. */
    private boolean delivers;

    /**
     * @param stage the way of events through the flow from the slot on
     * @param threads run what no join serves
     * @param letters describes what fails
     * @param keeper keeps what fails again, if the slot is the first of a flow whose dead letters are kept
     */
    RequeueIntake(
            StoredFlow flow,
            int slot,
            QueueStore store,
            StoredQueue queue,
            StagePath stage,
            Executor threads,
            DeadLetters letters,
            @Nullable StoredLetters keeper) {
        this.flow = flow;
        this.slot = slot;
        this.store = store;
        this.queue = queue;
        this.stage = stage;
        this.threads = threads;
        this.inOrder = new OneByOne(threads);
        this.letters = letters;
        this.keeper = keeper;
    }

    /** Whether it brings events of a store to a slot. */
    boolean isFor(int other, QueueStore from) {
        return slot == other && store == from;
    }

    int slot() {
        return slot;
    }

    /** Returns the store. */
    QueueStore store() {
        return store;
    }

    /** Whether the storage of the slot may bring the events instead. */
    boolean mayBeLeft() {
        return keeper == null && !delivers;
    }

    StoredQueue queue() {
        return queue;
    }

    /** Brings events from now on. */
    void deliver() {
        if (!delivers) {
            delivers = true;
            queue.deliver(this);
        }
    }

    /** Brings no further event. */
    void stop() {
        delivers = false;
        queue.stopDelivering();
    }

    /** The flow has stopped. */
    void close() {
        queue.close();
    }

    /** The calling thread reads the message, and runs no task. */
    @Override
    public boolean receive(StoredEvent event) {
        Context context = inHand.get() >= MOST_IN_HAND ? null : flow.take(queue, flow.requeued());
        if (context == null) {
            return false;
        }
        inHand.incrementAndGet();
        context.begin(null, null, flow.now());
        context.passage(new RequeuedPassage(this, event));
        read(context, event);
        flow.measure(context);
        (stage.isFilled() ? inOrder : threads).execute(() -> run(context, event));
        return true;
    }

    private void read(Context context, StoredEvent event) {
        try {
            context.value = event.message();
            context.keepEntered(context.value);
        } catch (Throwable unreadable) {
            context.fail(slot, unreadable);
            context.isNotTriedAgain();
        }
    }

    private void run(Context context, StoredEvent event) {
        if (event.isRecalled()) {
            release(event);
            stage.release(context);
            return;
        }
        try (EventHeaders.Restored headers = store.headers().restore(queue.definition(), event)) {
            stage.resume(context, slot);
        }
    }

    @Nullable
    DeadLetter<@Nullable Object> describe(Context context, Throwable error) {
        return letters.describe(context, error);
    }

    void answer(Context context, StoredEvent event) {
        flow.answer(context, event, slot);
    }

    /** An event goes back that has not ended. */
    void release(StoredEvent event) {
        queue.release(event);
        left();
    }

    void handled(StoredEvent event) {
        queue.endLater(event, new Ending.Handled());
        left();
    }

    /**
     * An event has failed. It leaves the queue when its letter is kept; if that fails, as it does if the message cannot be read,
     * it stays as a dead letter of this queue.
     */
    void failed(StoredEvent event, @Nullable DeadLetter<@Nullable Object> letter, Throwable error, int failedAt) {
        Ending.Failure failure = new Ending.Failure(flow.componentName(failedAt, slot), error, false);
        if (keeper == null || letter == null) {
            queue.endLater(event, new Ending.Dead(failure));
            left();
            return;
        }
        keeper.keepAgain(letter, failedAt, event, kept -> {
            queue.endLater(event, kept ? new Ending.Handled() : new Ending.Dead(failure));
            left();
        });
    }

    private void left() {
        inHand.decrementAndGet();
        flow.gave(flow.requeued());
        queue.roomMade();
    }
}
