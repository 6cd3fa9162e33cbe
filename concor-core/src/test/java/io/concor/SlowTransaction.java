package io.concor;

/** A transaction whose commit takes its time. */
record SlowTransaction(Transaction transaction, RunningFlows.ThrowingBody takingTime) implements Transaction {

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
        takingTime.run();
        transaction.commit();
    }

    @Override
    public void rollback() throws Throwable {
        transaction.rollback();
    }
}
