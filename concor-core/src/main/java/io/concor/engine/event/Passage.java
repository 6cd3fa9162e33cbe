package io.concor.engine.event;

import io.concor.Delivery;
import io.concor.queue.NewEvent;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What an event has with it that comes from a store of waiting events, or is on its way there. Its owner changes it. */
public class Passage {

    /** The id of the event. */
    public final String id;
    /** What its caller has asked for, until the first store has the event; null for nothing. */
    public @Nullable Delivery delivery;
    /** What is to be put into the store, or null. */
    private @Nullable NewEvent prepared;
    /** The slot for which it was prepared. */
    private int preparedFor = -1;

    public Passage(String id) {
        this.id = id;
    }

    /** Whether the event comes from a store, which has to learn how it ends. */
    public boolean isFromStore() {
        return false;
    }

    /** Whether the event is handled in a transaction of its store now, which alone may postpone it. */
    public boolean isInTransaction() {
        return false;
    }

    /**
     * A component has failed in a transaction of the store.
     *
     * @return whether the event is to be tried again: then it leaves its stage
     */
    public boolean isTriedAgain(Context context) {
        return false;
    }

    /**
     * The event has ended with an error.
     *
     * @return whether it is tried again: then it has left this process, but not the flow
     */
    public boolean postpones(Context context) {
        return false;
    }

    /** The event is about to pass a slot with an error, which a component behind it may handle. May be called again. */
    public void goesOn(Context context) {}

    /** Says what has become of the event, which has ended with an error, in the words of a log. */
    public String failure() {
        return UnhandledErrors.FAILURE;
    }

    /** Returns whether a caller in this process awaits the result. */
    public boolean isAwaited() {
        return false;
    }

    /**
     * Has an action run with the future of the caller in this process when the store has the end of the event, at once if it has it.
     * It never runs if the caller awaits the result no longer, or the event does not end here after all.
     */
    public void whenStored(Consumer<EventFuture> action) {}

    /** Returns where the result is awaited in another process, or null. */
    public @Nullable String answerTo() {
        return null;
    }

    /** The event has ended as its context says, and no caller in this process awaits that. */
    public void answer(Context context) {}

    /** The event has ended, and its context is free. */
    public void ended() {}

    /** Keeps what is to be put into the store of a slot. */
    public void prepare(int slot, NewEvent event) {
        preparedFor = slot;
        prepared = event;
    }

    /** The attempt is undone in which something was prepared: the next one may have another result. */
    void restart() {
        prepared = null;
    }

    /** Returns what is to be put into the store of a slot, or null if it was not prepared. */
    public @Nullable NewEvent prepared(int slot) {
        return preparedFor == slot ? prepared : null;
    }
}
