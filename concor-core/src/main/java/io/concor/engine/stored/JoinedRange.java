package io.concor.engine.stored;

import io.concor.Transactions;
import io.concor.queue.QueueStore;

/**
 * The range of components that begins at a stored slot and has the transactions of the store, if there is one.
 *
 * @param slot index of the slot
 * @param end index of the first component behind the range, or of the slot if there is none
 * @param transactions what begins the transactions in which events of the slot are handled
 */
record JoinedRange(int slot, int end, Transactions transactions) {

    static JoinedRange of(StoredFlow flow, int slot, QueueStore store) {
        return flow.rangeFrom(slot)
                .filter(range -> store.sharesTransactions(range.transactions()))
                .map(range -> new JoinedRange(slot, flow.rangeEnd(slot), range.transactions()))
                .orElseGet(() -> new JoinedRange(slot, slot, store.transactions()));
    }

    boolean isThere() {
        return end > slot;
    }

    /** Whether the range is not over at a component behind its first. */
    boolean goesOnAt(int component) {
        return component > slot && component < end;
    }
}
