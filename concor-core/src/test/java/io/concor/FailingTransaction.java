package io.concor;

import org.jspecify.annotations.Nullable;

/** A transaction that ends, and fails then. */
record FailingTransaction(
        Transaction transaction,
        Throwable onCommit,
        @Nullable Throwable onRollback) implements Transaction {

    @Override
    public void detach() throws Throwable {
        transaction.detach();
    }

    @Override
    public void attach() throws Throwable {
        transaction.attach();
    }

    @Override
    public void commit() throws Throwable {
        transaction.rollback();
        throw onCommit;
    }

    @Override
    public void rollback() throws Throwable {
        transaction.rollback();
        if (onRollback != null) {
            throw onRollback;
        }
    }
}
