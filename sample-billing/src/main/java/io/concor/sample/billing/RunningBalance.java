package io.concor.sample.billing;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The running balance of an account: what is stored, and what its records inside add to it. One thread at a time adds;
 * any thread ends a record.
 */
final class RunningBalance {

    private final AtomicLong amount;
    private final AtomicInteger inside = new AtomicInteger();
    private volatile boolean doubtful;

    RunningBalance(long stored) {
        amount = new AtomicLong(stored);
    }

    long amount() {
        return amount.get();
    }

    /** Adds a record and returns the balance after it. */
    long add(long added) {
        inside.incrementAndGet();
        return amount.addAndGet(added);
    }

    /** Ends a record that is billed. */
    void billed() {
        inside.decrementAndGet();
    }

    /** Ends a record that is not billed. */
    void notBilled(long added) {
        amount.addAndGet(-added);
        inside.decrementAndGet();
    }

    /** Ends a record that failed: perhaps it is billed nevertheless, because only the answer to the commit was lost. */
    void failed(long added) {
        amount.addAndGet(-added);
        doubtful = true; // before the record has left: whoever finds nothing inside sees it
        inside.decrementAndGet();
    }

    /** Returns whether the stored balance may differ, and is complete because no record is inside. */
    boolean mustBeReadAgain() {
        return doubtful && inside.get() == 0;
    }
}
