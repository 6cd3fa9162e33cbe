package io.concor.queues.ledger;

import io.concor.Transaction;
import io.concor.Transactions;
import io.concor.queues.store.StoreTransactions;

/** Transactions of a database that begin only if they get a connection. Thread-safe. */
record ConnectedTransactions(StoreTransactions store) implements Transactions {

    @Override
    public Transaction begin() throws Throwable {
        Transaction begun = store.transactions().begin();
        try {
            store.perform(connection -> true);
            return begun;
        } catch (Throwable away) {
            rollBack(begun, away);
            throw away;
        }
    }

    private static void rollBack(Transaction begun, Throwable cause) {
        try {
            begun.rollback();
        } catch (Throwable failed) {
            cause.addSuppressed(failed);
        }
    }

    @Override
    public String name() {
        return store.transactions().name();
    }
}
