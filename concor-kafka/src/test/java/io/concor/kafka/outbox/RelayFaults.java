package io.concor.kafka.outbox;

import io.concor.Transaction;
import io.concor.Transactions;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.store.JdbcTransactions;
import io.concor.queues.store.StoreTransactions;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Transactions of a database that fail, or stop, where a relay begins or commits them. Those of other threads do not. */
final class RelayFaults implements StoreTransactions, Transactions {

    /** What a commit does. */
    enum Commit {
        /** It commits. */
        WORKS,
        /** Nothing is committed. */
        FAILS,
        /** It commits, and the answer is lost. */
        LOSES_ITS_ANSWER
    }

    /** A place where a thread stops. */
    static final class Gate {
        private final AtomicInteger reached = new AtomicInteger();
        private final CountDownLatch open = new CountDownLatch(1);

        void pass() {
            reached.incrementAndGet();
            boolean interrupted = false;
            while (true) {
                try {
                    open.await();
                    break;
                } catch (InterruptedException again) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        boolean isReached() {
            return count() > 0;
        }

        /** Returns how many threads have come to it. */
        int count() {
            return reached.get();
        }

        void open() {
            open.countDown();
        }
    }

    private final JdbcTransactions own;
    private final AtomicInteger failures = new AtomicInteger();
    private volatile Commit failure = Commit.WORKS;
    private volatile @Nullable Gate begin;
    private volatile @Nullable Gate commit;

    RelayFaults(DataSource dataSource) {
        own = new JdbcTransactions(dataSource);
    }

    /** Lets the next commits of relays fail. */
    void fail(Commit how, int times) {
        failure = how;
        failures.set(times);
    }

    /** Returns how many are still to fail. */
    int left() {
        return failures.get();
    }

    /** Has relays stop before they begin. */
    Gate stopAtBegin() {
        Gate gate = new Gate();
        begin = gate;
        return gate;
    }

    /** Has relays stop before they commit. Nothing is committed then. */
    Gate stopAtCommit() {
        Gate gate = new Gate();
        commit = gate;
        return gate;
    }

    private static boolean isRelay() {
        return Thread.currentThread().getName().startsWith("concor-kafka-outbox");
    }

    @Override
    public Transaction begin() {
        Gate gate = begin;
        if (isRelay() && gate != null) {
            gate.pass();
        }
        Transaction begun = own.begin();
        return isRelay() ? new Faulty(begun) : begun;
    }

    private final class Faulty implements Transaction {
        private final Transaction begun;

        Faulty(Transaction begun) {
            this.begun = begun;
        }

        @Override
        public void attach() throws Throwable {
            begun.attach();
        }

        @Override
        public void detach() throws Throwable {
            begun.detach();
        }

        @Override
        public void rollback() throws Throwable {
            begun.rollback();
        }

        @Override
        public void commit() throws Throwable {
            Gate gate = commit;
            if (gate != null) {
                gate.pass();
                begun.rollback();
                throw new SQLException("simulated: the process has died");
            }
            boolean fails = failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
            if (fails && failure == Commit.FAILS) {
                begun.rollback();
                throw new SQLException("simulated: the commit failed");
            }
            begun.commit();
            if (fails) {
                throw new SQLException("simulated: the answer is lost", "08006");
            }
        }
    }

    @Override
    public String name() {
        return "faults";
    }

    @Override
    public Transactions transactions() {
        return this;
    }

    @Override
    public boolean includes(Transactions others) {
        return others == this;
    }

    @Override
    public boolean isActive() {
        return own.isActive();
    }

    @Override
    public <R extends @Nullable Object> R perform(HeldConnection.Work<R> work) throws SQLException {
        return own.perform(work);
    }

    @Override
    public void onEnd(Consumer<Transaction.Outcome> listener) {
        own.onEnd(listener);
    }
}
