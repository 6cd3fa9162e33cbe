package io.concor.engine.event;

import io.concor.Delivery;
import io.concor.queue.NewEvent;
import org.jspecify.annotations.Nullable;

/** What an event has with it that comes from a store of waiting events, or is on its way there. Its owner changes it. */
public final class Passage {

    /** The id of the event. */
    public final String id;
    /** What its caller has asked for, until the first store has the event; null for nothing. */
    public @Nullable Delivery delivery;
    /** What is to be put into the store, or null. */
    private @Nullable NewEvent prepared;
    /** The slot for which it was prepared. */
    private int preparedFor = -1;
    /** Learns how the event ends, or null if no store knows the event. */
    public final @Nullable Receipt receipt;

    /** @param receipt learns how the event ends, or null if no store knows the event */
    public Passage(String id, @Nullable Receipt receipt) {
        this.id = id;
        this.receipt = receipt;
    }

    /** Keeps what is to be put into the store of a slot. */
    public void prepare(int slot, NewEvent event) {
        preparedFor = slot;
        prepared = event;
    }

    /** Returns what is to be put into the store of a slot, or null if it was not prepared. */
    public @Nullable NewEvent prepared(int slot) {
        return preparedFor == slot ? prepared : null;
    }
}
