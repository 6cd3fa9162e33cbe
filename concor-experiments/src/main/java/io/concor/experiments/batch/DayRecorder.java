package io.concor.experiments.batch;

import io.concor.experiments.result.DayPhaseResult;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Records the final answers of a phase: by when they came, and the times of the records that were due. Thread-safe. */
final class DayRecorder {

    private static final int SIGNIFICANT_DIGITS = 3;
    private static final int MEDIAN = 50;
    private static final int P95 = 95;

    private final DayPhase phase;
    private final long start;
    private final Histogram micros = new Histogram(SIGNIFICANT_DIGITS);
    private long answers;

    /** @param start when the phase begins, by {@link System#nanoTime} */
    DayRecorder(DayPhase phase, long start) {
        this.phase = phase;
        this.start = start;
    }

    DayPhase phase() {
        return phase;
    }

    /** Returns when a record is due. */
    long due(int index) {
        return start + index * TimeUnit.SECONDS.toNanos(1) / phase.rate();
    }

    long end() {
        return start + phase.length().toNanos();
    }

    /** A record of this phase got its final answer. */
    synchronized void ended(long dueNanos, long now) {
        micros.recordValue(TimeUnit.NANOSECONDS.toMicros(now - dueNanos));
    }

    /** A record of any phase got its final answer. */
    synchronized void answered(long now) {
        answers += now >= start && now < end() ? 1 : 0;
    }

    synchronized DayPhaseResult result() {
        double seconds = (double) phase.length().toNanos() / TimeUnit.SECONDS.toNanos(1);
        return new DayPhaseResult(
                phase.name(),
                phase.rate(),
                seconds,
                answers / seconds,
                micros.getValueAtPercentile(MEDIAN),
                micros.getValueAtPercentile(P95));
    }
}
