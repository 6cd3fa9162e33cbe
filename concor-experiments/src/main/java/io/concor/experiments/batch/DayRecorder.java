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

    /** Returns the index of the first record that is not due before a time, at most the number of records. */
    int firstFrom(long nanos) {
        double records = (double) (nanos - start) * phase.rate() / TimeUnit.SECONDS.toNanos(1);
        return (int) Math.min(phase.records(), Math.ceil(records));
    }

    /** A record of this phase got its final answer. */
    synchronized void ended(int index, long now) {
        micros.recordValue(TimeUnit.NANOSECONDS.toMicros(now - due(index)));
    }

    /** Records of any phase got their final answer. */
    synchronized void answered(int records, long now) {
        answers += now >= start && now < end() ? records : 0;
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
