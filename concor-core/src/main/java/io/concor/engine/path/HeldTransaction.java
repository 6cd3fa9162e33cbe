package io.concor.engine.path;

import io.concor.Transaction;
import io.concor.Transactions;
import io.concor.engine.measure.FlowRecorder;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The transaction of one event, and how long it is open. A stop may end it while its event waits for a thread that does
 * not return; whichever thread takes the event later finds it ended, and neither attaches nor ends it.
 */
final class HeldTransaction implements Transaction {

    private enum State {
        /** A thread has it. */
        ATTACHED,
        /** No thread has it. */
        DETACHED,
        ENDED
    }

    private final int from;
    private final FlowRecorder recorder;
    private final AtomicReference<State> state = new AtomicReference<>(State.ATTACHED);

    @SuppressWarnings("NullAway.Init") // set as soon as it has begun
    private Transaction transaction;

    private long sinceNanos;

    private HeldTransaction(int from, FlowRecorder recorder) {
        this.from = from;
        this.recorder = recorder;
    }

    /**
     * Begins a transaction on the calling thread.
     *
     * @param from index of the first component of its scope
     * @param recorder records how long it is open; if it cannot begin, how long that took
     */
    static HeldTransaction begin(Transactions transactions, int from, FlowRecorder recorder) throws Throwable {
        HeldTransaction held = new HeldTransaction(from, recorder); // first: without memory, nothing begins
        held.begin(transactions);
        return held;
    }

    private void begin(Transactions transactions) throws Throwable {
        sinceNanos = System.nanoTime();
        boolean begun = false;
        try {
            transaction = transactions.begin();
            begun = true;
        } finally {
            if (!begun) {
                end(Transaction.Outcome.FAILED);
            }
        }
        sinceNanos = System.nanoTime();
    }

    @Override
    public void detach() throws Throwable {
        transaction.detach();
        state.set(State.DETACHED);
    }

    @Override
    public void attach() throws Throwable {
        if (state.compareAndSet(State.DETACHED, State.ATTACHED)) {
            transaction.attach();
        }
    }

    @Override
    public void commit() throws Throwable {
        Transaction.Outcome outcome = Transaction.Outcome.FAILED;
        try {
            transaction.commit();
            outcome = Transaction.Outcome.COMMITTED;
        } finally {
            end(outcome);
        }
    }

    @Override
    public void rollback() throws Throwable {
        if (state.get() != State.ENDED) {
            rollBackOpen();
        }
    }

    /** Rolls back on the calling thread if no other thread has it, because the flow has stopped. */
    void rollBackIfDetached() throws Throwable {
        if (state.compareAndSet(State.DETACHED, State.ENDED)) {
            try {
                transaction.attach();
            } finally {
                rollBackOpen(); // also if it could not be attached
            }
        }
    }

    private void rollBackOpen() throws Throwable {
        Transaction.Outcome outcome = Transaction.Outcome.FAILED;
        try {
            transaction.rollback();
            outcome = Transaction.Outcome.ROLLED_BACK;
        } finally {
            end(outcome);
        }
    }

    private void end(Transaction.Outcome outcome) {
        state.set(State.ENDED);
        recorder.recordTransaction(from, outcome, System.nanoTime() - sinceNanos);
    }
}
