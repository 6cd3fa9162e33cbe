package io.concor;

/** Measures how long each transaction of a scope is held: from when it has begun until it has ended. */
record TimedTransactions(Transactions transactions, int from, FlowRecorder recorder) implements Transactions {

    @Override
    public Transaction begin() throws Throwable {
        Timed timed = new Timed(); // where there is no memory, none is begun
        timed.transaction = transactions.begin();
        timed.begunNanos = System.nanoTime();
        return timed;
    }

    @Override
    public String name() {
        return transactions.name();
    }

    private final class Timed implements Transaction {

        @SuppressWarnings("NullAway.Init") // set as soon as it has begun
        private Transaction transaction;

        private long begunNanos;

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
            TransactionOutcome outcome = TransactionOutcome.FAILED;
            try {
                transaction.commit();
                outcome = TransactionOutcome.COMMITTED;
            } finally {
                ended(outcome);
            }
        }

        @Override
        public void rollback() throws Throwable {
            TransactionOutcome outcome = TransactionOutcome.FAILED;
            try {
                transaction.rollback();
                outcome = TransactionOutcome.ROLLED_BACK;
            } finally {
                ended(outcome);
            }
        }

        private void ended(TransactionOutcome outcome) {
            recorder.transaction(from, outcome, System.nanoTime() - begunNanos);
        }
    }
}
