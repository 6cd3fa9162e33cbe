package io.concor.simulator.queues;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Passes on each second of a run when it has ended. Used by one thread. */
final class SecondReporter {

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final QueuesRecorder recorder;
    private final Consumer<QueuesSecond> listener;
    private int reported;

    SecondReporter(QueuesRecorder recorder, Consumer<QueuesSecond> listener) {
        this.recorder = recorder;
        this.listener = listener;
    }

    /** Waits for a condition and reports meanwhile. */
    void reportUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(TICK_NANOS);
            for (QueuesSecond second : recorder.secondsFrom(reported)) {
                listener.accept(second);
                reported++;
            }
        }
    }
}
