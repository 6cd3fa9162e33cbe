package io.concor.engine.stored;

import io.concor.engine.event.Context;
import io.concor.engine.event.ContextShare;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.LaneChooser;
import io.concor.engine.pool.StagePath;
import io.concor.layout.FlowGraph;
import io.concor.queue.Ending;
import io.concor.queue.EventReceiver;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Brings events out of the store of a slot into the queue of its join, with contexts of their own, as far as there is room; and
 * those back that cannot be handled now.
 */
final class StoredIntake implements EventReceiver {

    private final StoredFlow flow;
    private final StoredSlot storage;
    private final int slot;
    private final StoredQueue queue;
    private final StagePath stage;
    private final ContextShare share;
    /** How many events of the store this process has in hand. */
    private final AtomicInteger inHand = new AtomicInteger();

    private volatile @Nullable Join join;
    private volatile boolean stopped;

    StoredIntake(StoredFlow flow, StoredSlot storage) {
        this.flow = flow;
        this.storage = storage;
        this.slot = storage.slot();
        this.queue = storage.queue();
        this.stage = storage.stage();
        this.share = flow.share(slot);
    }

    /** Brings events into the queue of a join from now on. Called again, into that of another one. */
    void deliver(Join to) {
        boolean first = join == null;
        join = to;
        if (first) {
            queue.deliver(this);
        } else {
            queue.roomMade();
        }
    }

    /** Brings no further event. What waits in the queue of the join goes back when its turn comes. */
    void stop() {
        stopped = true; // an event whose message is being read is not waited for if that takes long
        queue.stopDelivering();
    }

    /** Returns the storage from which it brings events. */
    StoredSlot storage() {
        return storage;
    }

    /** Returns the join, or null before the first. */
    @Nullable
    Join join() {
        return join;
    }

    /** Reads the message here, so that whatever takes the event from the queue finds it as it finds others. */
    @Override
    public boolean receive(StoredEvent event) {
        Join to = join;
        Context context = to == null || !hasRoom() ? null : flow.take(queue, share);
        if (to == null || context == null) {
            return false;
        }
        inHand.incrementAndGet();
        begin(context, event);
        if (stopped || !to.putIntoQueue(context, null)) {
            stage.release(context);
            inHand.decrementAndGet();
            flow.gave(share);
            return false;
        }
        return true;
    }

    private boolean hasRoom() {
        int present = inHand.get();
        return present < flow.mostInHand() && hasRoomBehind(present);
    }

    /** Whether the next slot has room for one more event, and for all that are in hand and may be handed on there. */
    private boolean hasRoomBehind(int present) {
        int at = stage.nextStage();
        return at == FlowGraph.END
                || !(stage.storageAt(at) instanceof StoredSlot next)
                || next.store().base() != storage.store().base()
                || !next.isStoring()
                || next.handOverRoom().admits(queue, present);
    }

    private void begin(Context context, StoredEvent event) {
        context.begin(null, null, flow.notAging());
        context.laneIndex = LaneChooser.laneOf(event.key(), context.index);
        context.laneChosenFor(slot);
        context.passage(new StoredPassage(this, event));
        read(context, event);
        context.enqueue(slot, true);
        flow.measure(context, slot);
    }

    /** Reads the message of an event, before each attempt. */
    void read(Context context, StoredEvent event) {
        try {
            context.value = event.message();
            context.keepEntered(context.value);
        } catch (Throwable unreadable) {
            context.fail(slot, unreadable);
        }
    }

    /** Returns what becomes of an event that has ended with an error. */
    Ending failed(Context context, StoredEvent event) {
        return flow.failures().ending(context, event, slot, queue.definition().attempts());
    }

    String queueName() {
        return queue.definition().name();
    }

    AwaitedResults awaited() {
        return flow.awaited();
    }

    /** Returns what runs code of users in place of a thread of the store. */
    Executor threads() {
        return flow.threads();
    }

    void answer(Context context, StoredEvent event) {
        flow.answer(context, event, slot);
    }

    /** If the next queue does not take an event that is handed on there, its caller learns that. */
    void followHandOver(StoredEvent event) {
        event.whenRefused(cause -> flow.refused(event, slot, cause));
    }

    /** Whether a stop ends what is inside, and events fail for that. */
    boolean endsEvents() {
        return flow.endsEvents();
    }

    void holdBehind(StoredEvent event) {
        queue.holdBehind(event);
    }

    void endLater(StoredEvent event, Ending ending) {
        queue.endLater(event, ending);
    }

    /** An event of the store is no longer in hand. */
    void left() {
        inHand.decrementAndGet();
        flow.gave(share);
        queue.roomMade();
        storage.handOverRoom().look();
    }

    /** An event that was not handled, and has left its context, goes back. */
    void release(StoredEvent event) {
        queue.release(event);
        left();
    }

    /**
     * An event that was handed out and not handled goes back. Those behind it in its order are recalled by that, before its lane
     * is free.
     */
    void giveBack(Context context, StoredEvent event) {
        release(event);
        stage.release(context);
    }
}
