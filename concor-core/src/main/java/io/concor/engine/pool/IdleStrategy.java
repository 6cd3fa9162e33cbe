package io.concor.engine.pool;

import io.concor.WaitMode;

/** What a worker does while there is no event. */
interface IdleStrategy {

    /** Returns whether the worker should park. If not, spends a moment. */
    boolean parks();

    /**
     * Returns the strategy of a wait mode. Threads that may block park at once: on few processors spinning first does not
     * pay, because the thread with the next event needs the processor.
     */
    static IdleStrategy of(WaitMode waiting) {
        return switch (waiting) {
            case BLOCKING -> () -> true;
            case YIELDING ->
                () -> {
                    Thread.yield();
                    return false;
                };
            case SPINNING ->
                () -> {
                    spin();
                    return false;
                };
        };
    }

    /**
     * Spins for about a fifth of a microsecond. Without a pause each look at the next cell would take its cache line from
     * the publisher.
     */
    private static void spin() {
        for (int i = 0; i < 32; i++) {
            Thread.onSpinWait();
        }
    }
}
