package io.concor.experiments.plants;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** What a task does with a message. */
@FunctionalInterface
public interface PlantedWork {

    void perform(int message) throws Exception;

    /** Waits, as a task does that waits for another system. */
    static void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Uses a processor for this time, not counting the time without a processor. */
    static void compute(Duration time) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long end = threads.getCurrentThreadCpuTime() + time.toNanos();
        long value = end;
        while (threads.getCurrentThreadCpuTime() < end) {
            for (int i = 0; i < 1_000; i++) {
                value = value * 31 + i;
            }
        }
        if (value == 0) {
            throw new IllegalStateException("cannot be: keeps the loop from being removed");
        }
    }

    static Duration micros(long micros) {
        return Duration.ofNanos(1_000 * micros);
    }
}
