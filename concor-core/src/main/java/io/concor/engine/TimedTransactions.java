package io.concor.engine;

import io.concor.Transaction;
import io.concor.Transactions;
import io.concor.engine.measure.FlowRecorder;

/**
 * Measures how long each transaction of a scope is held: from when it has begun until it has ended. One that cannot be
 * begun is told as failed.
 */
record TimedTransactions(Transactions transactions, int from, FlowRecorder recorder) implements Transactions {

    @Override
    public Transaction begin() throws Throwable {
        HeldTransaction held = new HeldTransaction(from, recorder); // where there is no memory, none is begun
        held.begin(transactions);
        return held;
    }

    @Override
    public String name() {
        return transactions.name();
    }
}
