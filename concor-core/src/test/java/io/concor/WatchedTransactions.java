package io.concor;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Transactions that notice when they are on two threads, on a wrong one, or end twice. */
final class WatchedTransactions implements Transactions {

    private final ThreadLocal<Watched> held = new ThreadLocal<>();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger committed = new AtomicInteger();
    private final AtomicInteger rolledBack = new AtomicInteger();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();

    @Override
    public Transaction begin() {
        require(present() == null, "a transaction begins on a thread that holds one");
        Watched transaction = new Watched(begun.incrementAndGet());
        transaction.holder = Thread.currentThread();
        held.set(transaction);
        return transaction;
    }

    /** What the calling thread holds, or null. */
    @Nullable
    Transaction present() {
        Watched present = held.get();
        if (present == null) {
            held.remove();
        }
        return present;
    }

    private void require(boolean holds, String violation) {
        if (!holds) {
            violations.add(violation);
        }
    }

    int begun() {
        return begun.get();
    }

    int committed() {
        return committed.get();
    }

    int rolledBack() {
        return rolledBack.get();
    }

    Queue<String> violations() {
        return violations;
    }

    /** Its holder is neither atomic nor volatile on purpose: who gets the transaction sees what was done before. */
    private final class Watched implements Transaction {

        private final int number;
        private @Nullable Thread holder;
        private boolean ended;

        Watched(int number) {
            this.number = number;
        }

        @Override
        public void detach() {
            requireHeld("detached");
            holder = null;
            held.remove();
        }

        @Override
        public void attach() {
            require(!ended, number + " is attached after its end");
            require(holder == null, number + " is attached while another thread holds it");
            require(present() == null, number + " is attached to a thread that holds another");
            holder = Thread.currentThread();
            held.set(this);
        }

        @Override
        public void commit() {
            end("committed");
            committed.incrementAndGet();
        }

        @Override
        public void rollback() {
            end("rolled back");
            rolledBack.incrementAndGet();
        }

        private void end(String how) {
            requireHeld(how);
            ended = true;
            held.remove();
        }

        private void requireHeld(String how) {
            require(!ended, number + " is " + how + " after its end");
            require(holder == Thread.currentThread(), number + " is " + how + " on a thread that does not hold it");
            require(held.get() == this, number + " is " + how + " on a thread that holds another");
        }
    }
}
