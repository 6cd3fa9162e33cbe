package io.concor.engine.requeue;

import io.concor.DeadLetter;
import io.concor.KeyedTask;
import io.concor.QueueStoreException;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.pool.KeyText;
import io.concor.engine.retry.DeadLetters;
import io.concor.engine.retry.LetterKeeper;
import io.concor.engine.stored.EventIds;
import io.concor.engine.stored.StoredFlow;
import io.concor.queue.Ending;
import io.concor.queue.FailedAttempts;
import io.concor.queue.NewEvent;
import io.concor.queue.PutReceipt;
import io.concor.queue.QueueStore;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the dead letters of a flow in a store. The message is the one that entered the flow, so that it fits when it is requeued:
 * then it enters the queue of the first slot. Thread-safe.
 *
 * <p>As many wait for the store at once as its writer needs in some seconds. If it takes none for longer, the thread of a failed event
 * waits a second for it; the next ones do not wait again before it has taken one, and their letters are lost.
 */
public final class StoredLetters implements LetterKeeper {

    private static final int MOST_PENDING = 1_000;
    private static final long LONGEST_WAIT_MILLIS = 1_000;

    private final FlowDefinition flow;
    private final QueueStore store;
    private final DeadLetters letters;
    private final @Nullable KeyedTask<@Nullable Object, ?> keyed;
    private final Semaphore room = new Semaphore(MOST_PENDING);
    private volatile boolean stalled;
    private volatile @Nullable StoredQueue door;

    /** @param letters learns what becomes of each */
    public StoredLetters(StoredFlow flow, QueueStore store, DeadLetters letters) {
        this.flow = flow.definition();
        this.store = store;
        this.letters = letters;
        this.keyed = flow.keyedTask(this.flow.graph().entry());
    }

    public QueueStore store() {
        return store;
    }

    /** Requeued letters enter a queue, that of the first slot, from now on. */
    public void enterBy(StoredQueue queue) {
        door = queue;
    }

    @Override
    public void keep(DeadLetter<@Nullable Object> letter, int failedAt) {
        keep(letter, failedAt, () -> event(letter), null);
    }

    /**
     * Keeps an event again that was requeued and has failed, with the message that the store has: tasks may have changed that of
     * the letter.
     *
     * @param then is called with whether it is kept, once, on any thread
     */
    void keepAgain(DeadLetter<@Nullable Object> letter, int failedAt, StoredEvent event, Kept then) {
        keep(letter, failedAt, () -> again(event), then);
    }

    private static NewEvent again(StoredEvent event) throws Exception {
        return new NewEvent(event.id(), false, event.message(), event.key(), Duration.ZERO, event.headers());
    }

    /** Learns whether a letter is kept. */
    @FunctionalInterface
    interface Kept {
        void is(boolean kept);
    }

    private void keep(
            DeadLetter<@Nullable Object> letter, int failedAt, Callable<NewEvent> event, @Nullable Kept then) {
        letters.keeping();
        Receipt receipt = new Receipt(failedAt, then);
        if (!awaitRoom()) {
            receipt.end(full());
            return;
        }
        try {
            StoredQueue queue = Objects.requireNonNull(door);
            queue.keepDead(queue.prepare(event.call()), attempts(letter), receipt.withRoom());
        } catch (Throwable cannot) {
            receipt.withRoom().end(cannot);
        }
    }

    private boolean awaitRoom() {
        if (room.tryAcquire()) {
            return true;
        }
        if (stalled) {
            return false;
        }
        boolean made = false;
        try {
            made = room.tryAcquire(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        stalled = !made;
        return made;
    }

    private QueueStoreException full() {
        return new QueueStoreException(
                Sentence.of(
                        "%d dead letters of flow '%s' wait for the store '%s' already. See its health for the reason",
                        MOST_PENDING, flow.name(), store.name()),
                false,
                null);
    }

    private NewEvent event(DeadLetter<@Nullable Object> letter) {
        return new NewEvent(
                EventIds.next(),
                false,
                letter.message(),
                key(letter.message()),
                Duration.ZERO,
                store.headers().capture());
    }

    /** That it has no key, or none that can be stored, may be why it failed. */
    @SuppressWarnings("NullAway") // an event may have entered with null
    private @Nullable String key(@Nullable Object message) {
        try {
            Object key = keyed == null ? null : keyed.key(message);
            return key == null ? null : KeyText.of(key);
        } catch (Throwable none) { // code of users
            return null;
        }
    }

    /** An error between components belongs to the first. Letters of slots in memory hold no others back. */
    private FailedAttempts attempts(DeadLetter<?> letter) {
        String first = flow.component(flow.graph().entry()).name();
        String component = Objects.requireNonNullElse(letter.component(), first);
        return new FailedAttempts(
                new Ending.Failure(component, letter.error(), false),
                letter.attempts(),
                letter.firstFailed(),
                letter.lastFailed());
    }

    /** What becomes of one letter. */
    private final class Receipt implements PutReceipt {

        private final int failedAt;
        private final @Nullable Kept then;
        private boolean hasRoom;

        Receipt(int failedAt, @Nullable Kept then) {
            this.failedAt = failedAt;
            this.then = then;
        }

        Receipt withRoom() {
            hasRoom = true;
            return this;
        }

        @Override
        public void stored() {
            end(null);
        }

        @Override
        public void failed(QueueStoreException cause) {
            end(cause);
        }

        void end(@Nullable Throwable reason) {
            if (hasRoom) {
                room.release();
            }
            stalled &= reason != null;
            if (reason == null || then != null) { // what then keeps it itself
                letters.kept();
            } else {
                letters.notKept(failedAt, reason);
            }
            if (then != null) {
                then.is(reason == null);
            }
        }
    }
}
