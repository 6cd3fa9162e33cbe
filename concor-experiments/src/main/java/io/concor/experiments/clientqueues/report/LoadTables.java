package io.concor.experiments.clientqueues.report;

import io.concor.benchmarks.report.MarkdownTable;
import io.concor.experiments.clientqueues.report.LoadResult.Runs;
import io.concor.experiments.report.NumberFormats;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The tables that all experiments with loads one after the other have. */
final class LoadTables {

    private final LoadPlan plan;
    private final LoadResult result;

    LoadTables(LoadPlan plan, LoadResult result) {
        this.plan = plan;
        this.result = result;
    }

    /** Returns a row for each load: the run with the median of the requests per second, and what all runs found. */
    String results() {
        return table(
                List.of(
                        "requests per second, median",
                        "fewest",
                        "most",
                        "response time, ms mean",
                        "by the law",
                        "send, ms mean / p99",
                        "list",
                        "receive",
                        "errors",
                        "verdict"),
                LoadTables::resultCells);
    }

    private static List<String> resultCells(Runs runs) {
        LoadSummary median = runs.median().load();
        return List.of(
                NumberFormats.whole(median.requestsPerSecond()),
                NumberFormats.whole(runs.slowest().load().requestsPerSecond()),
                NumberFormats.whole(runs.fastest().load().requestsPerSecond()),
                NumberFormats.fraction(median.meanMillis()),
                NumberFormats.fraction(runs.median().millisByTheLaw()),
                latency(median, "send"),
                latency(median, "list"),
                latency(median, "receive"),
                Long.toString(runs.errors()),
                runs.verdicts());
    }

    private static String latency(LoadSummary load, String call) {
        return NumberFormats.fraction(load.meanMillis(call)) + " / " + NumberFormats.fraction(load.p99Millis(call));
    }

    /** Returns a row for each load: where the requests of the median run spent their time, and who used the processors. */
    String places() {
        return table(
                List.of(
                        "waiting for a thread, ms",
                        "for a connection",
                        "a batch in the database, ms",
                        "requests in a batch",
                        "processors: servers",
                        "database",
                        "clients"),
                LoadTables::placeCells);
    }

    private static List<String> placeCells(Runs runs) {
        Measurement median = runs.median();
        ServerReport servers = median.servers();
        return List.of(
                NumberFormats.fraction(servers.waitingMillis()),
                NumberFormats.fraction(servers.counters().millisPerAcquire()),
                NumberFormats.fraction(servers.databaseMillis()),
                NumberFormats.tenths(servers.requestsPerBatch()),
                NumberFormats.fraction(servers.counters().serverProcessors()),
                NumberFormats.fraction(servers.counters().databaseProcessors()),
                NumberFormats.fraction(median.load().processors()));
    }

    /** Returns a table with the value, and the servers if there are several, before other columns. */
    private String table(List<String> columns, Function<Runs, List<String>> cells) {
        boolean hasTitles =
                plan.benches().stream().anyMatch(bench -> !bench.title().isEmpty());
        List<String> header = new ArrayList<>(List.of(plan.variable()));
        if (hasTitles) {
            header.add("servers");
        }
        header.addAll(columns);
        MarkdownTable table = new MarkdownTable(header);
        for (Runs runs : result.runs()) {
            Measurement median = runs.median();
            Stream<String> title = hasTitles ? Stream.of(median.bench().title()) : Stream.of();
            table.row(
                    Stream.of(Stream.of(NumberFormats.whole(median.point().value())), title, cells.apply(runs).stream())
                            .flatMap(some -> some)
                            .toList());
        }
        return table.markdown();
    }
}
