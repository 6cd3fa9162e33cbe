package io.concor.experiments.report;

import io.concor.benchmarks.report.TableColumns;
import io.concor.experiments.result.BatchSizeRun;
import io.concor.experiments.result.BatchSizesResult;

/**
 * The table of a writer with batches of many sizes.
 *
 * @param result the result
 */
public record BatchSizesTable(BatchSizesResult result) {

    private static final double PERCENT = 100;
    private static final double MICROS_PER_MILLI = 1000;

    /** Returns the table and where it comes from. */
    public String markdown() {
        return new TableColumns<BatchSizeRun>()
                        .column("batches of", BatchSizeRun::batches)
                        .column(
                                "events/s, saturated",
                                run -> NumberFormats.whole(run.saturated().perSecond()))
                        .column("as a multiple of single ones", run -> NumberFormats.tenths(result.ratio(run)))
                        .column("overhead", run -> NumberFormats.whole(PERCENT * result.overheadShare(run)) + " %")
                        .column(
                                "events in a batch",
                                run -> NumberFormats.tenths(run.saturated().eventsPerCall()))
                        .column("p50 ms", run -> millis(run.saturated().p50Micros()))
                        .column("p95 ms", run -> millis(run.saturated().p95Micros()))
                        .column(
                                "events/s, half of it",
                                run -> NumberFormats.whole(run.half().perSecond()))
                        .column(
                                "events in a batch",
                                run -> NumberFormats.tenths(run.half().eventsPerCall()))
                        .column("p50 ms", run -> millis(run.half().p50Micros()))
                        .column("p95 ms", run -> millis(run.half().p95Micros()))
                        .markdown(result.runs())
                + "\n" + facts();
    }

    private static String millis(long micros) {
        return NumberFormats.tenths(micros / MICROS_PER_MILLI);
    }

    private String facts() {
        return ("%s. Writer: threads %d, each round trip %s ms longer, saturated with a backlog of %,d"
                        + " events; %s s for each load. By the fit, a batch takes a thread %s ms and each of its events %s ms.%n")
                .formatted(
                        NumberFormats.origin(
                                result.ended(), result.commit(), result.databaseVersion(), result.machine()),
                        result.threads(),
                        NumberFormats.tenths(result.delayMicros() / MICROS_PER_MILLI),
                        result.backlog(),
                        NumberFormats.tenths(result.millis() / MICROS_PER_MILLI),
                        NumberFormats.fraction(result.fixedMicros() / MICROS_PER_MILLI),
                        NumberFormats.fraction(result.eachMicros() / MICROS_PER_MILLI));
    }
}
