package io.concor.experiments.result;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * What the size of batches does to throughput, latency and overhead of a writer.
 *
 * @param databaseVersion name and version of the server
 * @param commit the measured commit
 * @param ended end of the measurement
 * @param machine facts about the machine
 * @param delayMicros what each round trip to the database takes longer
 * @param threads threads of the writer
 * @param backlog events inside while the writer is saturated
 * @param millis duration of each load
 * @param runs the first with batches of one event
 */
public record BatchSizesResult(
        String databaseVersion,
        String commit,
        Instant ended,
        Map<String, String> machine,
        long delayMicros,
        int threads,
        int backlog,
        long millis,
        List<BatchSizeRun> runs) {

    /** The name of the file. */
    public static final String NAME = "batch-sizes";

    private static final double MICROS_PER_SECOND = 1e6;

    /** Returns the throughput of a run in relation to that of batches of one event. */
    public double ratio(BatchSizeRun run) {
        return run.saturated().perSecond() / runs.get(0).saturated().perSecond();
    }

    /**
     * Returns the time of a thread for one more event in a batch, in microseconds: the limit of the time per event for large
     * batches, by a fit of {@code fixed / size + each} to all fixed sizes.
     */
    public double eachMicros() {
        return Math.max(0, fit().getIntercept());
    }

    /** Returns the time of a thread for a batch, whatever its size, in microseconds; by the same fit. */
    public double fixedMicros() {
        return Math.max(0, fit().getSlope());
    }

    private SimpleRegression fit() {
        SimpleRegression fit = new SimpleRegression();
        runs.stream().filter(run -> run.size() > 0).forEach(run -> fit.addData(1.0 / run.size(), microsPerEvent(run)));
        return fit;
    }

    private double microsPerEvent(BatchSizeRun run) {
        return threads * MICROS_PER_SECOND / run.saturated().perSecond();
    }

    /** Returns the share of a saturated thread's time that is not {@link #eachMicros} of its events, 0 to 1. */
    public double overheadShare(BatchSizeRun run) {
        return Math.max(0, 1 - eachMicros() / microsPerEvent(run));
    }
}
