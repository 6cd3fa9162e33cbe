package io.concor.engine.thread;

import io.concor.WaitMode;

/** What a worker does in a moment without events. */
public interface IdleStrategy {

    /** Spends the moment, unless the worker shall park; whether it shall. */
    boolean parks();

    /**
     * Where threads may block they do so at once. Spinning first was measured not to pay where processors are few: the
     * next event is with the very thread that wants the processor.
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
                    standAside();
                    return false;
                };
        };
    }

    /**
     * Looks away for a fifth of a microsecond or so. Who looks at the next cell without a break takes its cache line
     * from the publisher at each look, which has to fetch it back for each event.
     */
    private static void standAside() {
        for (int i = 0; i < 32; i++) {
            Thread.onSpinWait();
        }
    }
}
