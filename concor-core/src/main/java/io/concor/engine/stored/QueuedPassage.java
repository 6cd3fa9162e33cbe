package io.concor.engine.stored;

import io.concor.engine.event.Passage;
import io.concor.queue.QueueStore;
import io.concor.queue.ResultChannel;
import io.concor.queue.StoredEvent;
import io.concor.text.Sentence;
import org.jspecify.annotations.Nullable;

/** What remains in a store of an event that came from one of its queues. */
public abstract class QueuedPassage extends Passage {

    protected final StoredEvent event;

    protected QueuedPassage(StoredEvent event) {
        super(event.id());
        this.event = event;
    }

    protected abstract String queueName();

    /** Whether the event came to a slot out of a store that is not the slot's, which is given. */
    public abstract boolean isOfAnotherStore(int slot, QueueStore store);

    @Override
    public final boolean isFromStore() {
        return true;
    }

    @Override
    public final String failure() {
        return Sentence.of(
                "event '%s' of the queue '%s' ended with an error that no catch component handled, and is a dead"
                        + " letter now",
                id, queueName());
    }

    @Override
    public final @Nullable String answerTo() {
        return event.headers().get(ResultChannel.HEADER);
    }
}
