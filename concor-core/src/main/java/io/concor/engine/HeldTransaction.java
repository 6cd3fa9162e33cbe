package io.concor.engine;

import io.concor.Transaction;
import io.concor.Transactions;
import io.concor.engine.measure.FlowRecorder;
import io.concor.statistics.TransactionOutcome;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The transaction of an event, and how long it is held. A stop may end it while its event waits for a thread that does
 * not come back: then whoever takes the event up later finds it ended, and has nothing to attach or to end.
 */
final class HeldTransaction implements Transaction {

    private enum State {
        /** A thread has it. */
        HELD,
        /** No thread has it. */
        DETACHED,
        ENDED
    }

    private final int from;
    private final FlowRecorder recorder;
    private final AtomicReference<State> state = new AtomicReference<>(State.HELD);

    @SuppressWarnings("NullAway.Init") // set as soon as it has begun
    private Transaction transaction;

    private long sinceNanos;

    /**
     * @param from index of the first component of its scope
     * @param recorder is told how long it is held
     */
    HeldTransaction(int from, FlowRecorder recorder) {
        this.from = from;
        this.recorder = recorder;
    }

    /** Begins it on the calling thread; where that fails, it has ended, and was waited for rather than held. */
    void begin(Transactions transactions) throws Throwable {
        sinceNanos = System.nanoTime();
        boolean begun = false;
        try {
            transaction = transactions.begin();
            begun = true;
        } finally {
            if (!begun) {
                ended(TransactionOutcome.FAILED);
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
        if (state.compareAndSet(State.DETACHED, State.HELD)) {
            transaction.attach();
        }
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
        if (state.get() != State.ENDED) {
            rollBackHeld();
        }
    }

    /** The flow has stopped: rolls back on the calling thread, where no other thread has it. */
    void rollBackWhereDetached() throws Throwable {
        if (state.compareAndSet(State.DETACHED, State.ENDED)) {
            try {
                transaction.attach();
            } finally {
                rollBackHeld(); // also where it could not be attached
            }
        }
    }

    private void rollBackHeld() throws Throwable {
        TransactionOutcome outcome = TransactionOutcome.FAILED;
        try {
            transaction.rollback();
            outcome = TransactionOutcome.ROLLED_BACK;
        } finally {
            ended(outcome);
        }
    }

    private void ended(TransactionOutcome outcome) {
        state.set(State.ENDED);
        recorder.transaction(from, outcome, System.nanoTime() - sinceNanos);
    }
}
