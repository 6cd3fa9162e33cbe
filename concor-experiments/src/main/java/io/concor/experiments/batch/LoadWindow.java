package io.concor.experiments.batch;

import io.concor.experiments.result.BatchLoad;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Events that end within a stretch of time. Thread-safe. */
final class LoadWindow {

    private static final int SIGNIFICANT_DIGITS = 3;
    private static final int MEDIAN = 50;
    private static final int P95 = 95;

    private final long from;
    private final long until;
    private final Histogram micros = new Histogram(SIGNIFICANT_DIGITS);

    /** Opens a window after a time to settle. */
    LoadWindow(Duration settle, Duration time) {
        this.from = System.nanoTime() + settle.toNanos();
        this.until = from + time.toNanos();
    }

    long from() {
        return from;
    }

    long until() {
        return until;
    }

    /** An event has ended now that arrived then. */
    synchronized void ended(long arrivedNanos) {
        long now = System.nanoTime();
        if (now >= from && now < until) {
            micros.recordValue(TimeUnit.NANOSECONDS.toMicros(now - arrivedNanos));
        }
    }

    /** Returns what happened. */
    synchronized BatchLoad load(long calls) {
        long events = micros.getTotalCount();
        return new BatchLoad(
                (double) events * TimeUnit.SECONDS.toNanos(1) / (until - from),
                (double) events / Math.max(1, calls),
                micros.getValueAtPercentile(MEDIAN),
                micros.getValueAtPercentile(P95));
    }
}
