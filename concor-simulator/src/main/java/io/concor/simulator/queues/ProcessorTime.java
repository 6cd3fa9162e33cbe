package io.concor.simulator.queues;

import java.time.Duration;

/**
 * The processor time of this process at a time.
 *
 * @param nanos the time, by {@link System#nanoTime}
 * @param used processor time used until then
 */
record ProcessorTime(long nanos, Duration used) {

    private static final double TWO_DIGITS = 100;

    static ProcessorTime now() {
        Duration used = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
        return new ProcessorTime(System.nanoTime(), used);
    }

    /** Returns the processors used on average since then; 0 if the system does not tell. */
    double averageSince() {
        ProcessorTime now = now();
        double average = (double) now.used.minus(used).toNanos() / Math.max(1, now.nanos - nanos);
        return Math.round(average * TWO_DIGITS) / TWO_DIGITS;
    }
}
