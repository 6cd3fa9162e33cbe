package io.concor.experiments.clientqueues.report;

import io.concor.benchmarks.report.MarkdownTable;
import io.concor.experiments.report.NumberFormats;

/** What checkpoints of the database do to messages of several sizes, with the figures of the report for the largest. */
final class CheckpointTable {

    private static final double MEGABYTE = 1e6;
    private static final double SECONDS_PER_MINUTE = 60;

    private CheckpointTable() {}

    static String of(LoadResult result) {
        MarkdownTable table = new MarkdownTable(
                "characters",
                "log",
                "checkpoints per minute, by the size of the log",
                "by time",
                "share of the time in checkpoints, %",
                "log, MB per second",
                "all requests, ms mean",
                "send",
                "list",
                "receive");
        for (LoadResult.Runs runs : result.runs()) {
            Measurement median = runs.median();
            ServerCounters counters = median.servers().counters();
            LoadSummary load = median.load();
            table.row(
                    NumberFormats.whole(median.point().value()),
                    median.bench().title(),
                    NumberFormats.tenths(counters.fullLogs() / counters.seconds() * SECONDS_PER_MINUTE),
                    NumberFormats.tenths(counters.timeouts() / counters.seconds() * SECONDS_PER_MINUTE),
                    NumberFormats.whole(100 * counters.checkpointSeconds() / counters.seconds()),
                    NumberFormats.tenths(counters.logBytes() / counters.seconds() / MEGABYTE),
                    NumberFormats.fraction(load.meanMillis()),
                    NumberFormats.fraction(load.meanMillis("send")),
                    NumberFormats.fraction(load.meanMillis("list")),
                    NumberFormats.fraction(load.meanMillis("receive")));
        }
        return table.row(
                        "report: 1,000,000",
                        "3 segments",
                        "30 (one each 2 s)",
                        "",
                        "",
                        "",
                        "1,146.80",
                        "2,032.84",
                        "507.13",
                        "901.70")
                .row(
                        "report: 1,000,000",
                        "64 segments",
                        "too few to be warned of",
                        "",
                        "",
                        "",
                        "699.70",
                        "1,518.57",
                        "186.32",
                        "393.90")
                .markdown();
    }
}
