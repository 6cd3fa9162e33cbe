package io.concor.kafka.write;

import java.util.concurrent.TimeUnit;

/**
 * When the next transaction begins: after a pause, so that more goes into it. A transaction costs brokers and process the same
 * whether it has one end or hundreds. For one thread.
 */
final class TransactionPace {

    /** How long an end may wait for others. */
    enum Urgency {
        /** Nothing waits for it. */
        NONE,
        /** An event goes on with it, or a caller awaits it. */
        AWAITED,
        /** Its queue is nearly full. */
        PRESSING
    }

    /** In pauses as long as two transactions, brokers and process do nothing for them most of the time. */
    private static final int PAUSES = 2;

    private static final long LONGEST_AWAITED_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long UNAWAITED_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private long endedNanos = System.nanoTime() - UNAWAITED_NANOS;
    private long tookNanos;

    /** A transaction is over. */
    void ended(long begunNanos, long nowNanos) {
        endedNanos = nowNanos;
        tookNanos = nowNanos - begunNanos;
    }

    /** Returns for how long the next one should wait still; not positive if it should not. */
    long nanosLeft(Urgency urgency, long nowNanos) {
        return endedNanos + pause(urgency) - nowNanos;
    }

    private long pause(Urgency urgency) {
        return switch (urgency) {
            case NONE -> UNAWAITED_NANOS;
            case AWAITED -> Math.min(PAUSES * tookNanos, LONGEST_AWAITED_NANOS);
            case PRESSING -> 0;
        };
    }
}
