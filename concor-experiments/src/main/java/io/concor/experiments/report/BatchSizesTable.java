package io.concor.experiments.report;

import io.concor.benchmarks.report.MarkdownTable;
import io.concor.experiments.result.BatchSizeRun;
import io.concor.experiments.result.BatchSizesResult;
import java.util.List;

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
        MarkdownTable table = new MarkdownTable(
                "batches of",
                "events/s, saturated",
                "as a multiple of single ones",
                "overhead",
                "events in a batch",
                "p50 ms",
                "p95 ms",
                "events/s, half of it",
                "events in a batch",
                "p50 ms",
                "p95 ms");
        result.runs().forEach(run -> table.row(row(run)));
        return table.markdown() + "\n" + facts();
    }

    private List<String> row(BatchSizeRun run) {
        return List.of(
                run.batches(),
                NumberFormats.whole(run.saturated().perSecond()),
                NumberFormats.tenths(result.ratio(run)),
                NumberFormats.whole(PERCENT * result.overheadShare(run)) + " %",
                NumberFormats.tenths(run.saturated().eventsPerCall()),
                millis(run.saturated().p50Micros()),
                millis(run.saturated().p95Micros()),
                NumberFormats.whole(run.half().perSecond()),
                NumberFormats.tenths(run.half().eventsPerCall()),
                millis(run.half().p50Micros()),
                millis(run.half().p95Micros()));
    }

    private static String millis(long micros) {
        return NumberFormats.tenths(micros / MICROS_PER_MILLI);
    }

    private String facts() {
        return ("%s, commit %s, %s; %s. Writer: threads %d, each round trip %s ms longer, saturated with a backlog of %,d"
                        + " events; %s s for each load. By the fit, a batch takes a thread %s ms and each of its events %s ms.%n")
                .formatted(
                        NumberFormats.day(result.ended()),
                        result.commit(),
                        result.databaseVersion(),
                        String.join(", ", result.machine().values()),
                        result.threads(),
                        NumberFormats.tenths(result.delayMicros() / MICROS_PER_MILLI),
                        result.backlog(),
                        NumberFormats.tenths(result.millis() / MICROS_PER_MILLI),
                        NumberFormats.fraction(result.fixedMicros() / MICROS_PER_MILLI),
                        NumberFormats.fraction(result.eachMicros() / MICROS_PER_MILLI));
    }
}
