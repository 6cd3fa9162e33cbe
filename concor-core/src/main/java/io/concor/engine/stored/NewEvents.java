package io.concor.engine.stored;

import io.concor.Delivery;
import io.concor.KeyedTask;
import io.concor.engine.event.Context;
import io.concor.engine.event.Passage;
import io.concor.engine.pool.KeyText;
import io.concor.queue.NewEvent;
import io.concor.queue.QueueStore;
import io.concor.queue.StoredQueue;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes of the events that arrive at a slot what is put into its queue. */
final class NewEvents {

    private final StoredFlow flow;
    private final int slot;
    private final QueueStore store;
    private final StoredQueue queue;
    private final @Nullable KeyedTask<@Nullable Object, ?> keyed;

    NewEvents(StoredFlow flow, int slot, QueueStore store, StoredQueue queue) {
        this.flow = flow;
        this.slot = slot;
        this.store = store;
        this.queue = queue;
        this.keyed = flow.keyedTask(slot);
    }

    /** Writes the message of an event down, unless that was done. Returns false if it cannot be written: the event fails. */
    boolean prepare(Context context) {
        Passage passage = passage(context);
        if (passage.prepared(slot) == null) {
            prepare(context, passage);
        }
        return context.error == null;
    }

    private static Passage passage(Context context) {
        Passage present = context.passage();
        if (present == null) {
            present = new Passage(EventIds.next());
            context.passage(present);
        }
        return present;
    }

    private void prepare(Context context, Passage passage) {
        Delivery delivery = passage.delivery;
        try {
            flow.awaited().requireRoom(context.result);
            passage.prepare(
                    slot,
                    queue.prepare(new NewEvent(
                            passage.id,
                            delivery != null && delivery.id() != null,
                            context.value,
                            key(context.value),
                            delivery == null ? Duration.ZERO : delivery.delay(),
                            flow.results().headers(store.headers().capture(), context, passage))));
        } catch (Throwable cannot) {
            fail(context, flow.explained(slot, cannot, context.value));
        }
    }

    @SuppressWarnings("NullAway") // an event may have entered with null
    private @Nullable String key(@Nullable Object message) throws Throwable {
        return keyed == null ? null : KeyText.of(flow.requiredKey(slot, keyed.key(message)));
    }

    /** The component has not run: what it is tried again for does not include this, or what may be stored would be put twice. */
    void fail(Context context, Throwable cause) {
        context.fail(slot, cause);
        context.isNotTriedAgain();
        context.enqueue(slot, true); // now with an error
    }

    /** Returns what was {@linkplain #prepare prepared}. */
    NewEvent prepared(Context context) {
        return Objects.requireNonNull(passage(context).prepared(slot));
    }
}
