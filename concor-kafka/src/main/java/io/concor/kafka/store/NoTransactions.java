package io.concor.kafka.store;

import io.concor.Transaction;
import io.concor.Transactions;

/** Transactions in which tasks write nothing: what they do lies elsewhere. Thread-safe. */
final class NoTransactions implements Transactions {

    private static final Transaction NONE = new Transaction() {
        @Override
        public void detach() {}

        @Override
        public void attach() {}

        @Override
        public void commit() {}

        @Override
        public void rollback() {}
    };

    @Override
    public Transaction begin() {
        return NONE;
    }

    @Override
    public String name() {
        return "kafka";
    }
}
