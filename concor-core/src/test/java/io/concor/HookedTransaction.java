package io.concor;

/** A transaction of which a test has a say when it ends. */
record HookedTransaction(
        Transaction transaction, RunningFlows.ThrowingBody beforeCommit, RunningFlows.ThrowingBody afterRollback)
        implements Transaction {

    /** One whose rollback is left alone. */
    static HookedTransaction beforeCommit(Transaction transaction, RunningFlows.ThrowingBody hook) {
        return new HookedTransaction(transaction, hook, () -> {});
    }

    /** One that is rolled back instead of committed. */
    static HookedTransaction refusing(
            Transaction transaction, Throwable refusal, RunningFlows.ThrowingBody afterRollback) {
        return new HookedTransaction(
                transaction,
                () -> {
                    transaction.rollback();
                    throw refusal;
                },
                afterRollback);
    }

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
        beforeCommit.run();
        transaction.commit();
    }

    @Override
    public void rollback() throws Throwable {
        transaction.rollback();
        afterRollback.run();
    }
}
