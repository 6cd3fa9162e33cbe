package io.concor.experiments.clientqueues.report;

import io.concor.benchmarks.report.MarkdownTable;
import io.concor.experiments.report.NumberFormats;
import io.concor.experiments.result.Equations;
import io.concor.simulator.queues.QueuesSecond;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The tables of a long trace, with the figures of the report. */
final class TraceTables {

    private static final int MINUTE = 60;
    private static final double MICROS_PER_MILLI = 1000;
    private static final List<String> CALLS = List.of("send", "list", "receive");

    /** Mean and standard deviation of the report, in milliseconds. */
    private static final Map<String, List<String>> REPORTED_CALLS = Map.of(
            "send", List.of("17.14", "5.54"),
            "list", List.of("15.76", "4.69"),
            "receive", List.of("17.11", "5.52"));

    private final Measurement run;

    TraceTables(Measurement run) {
        this.run = run;
    }

    /** Returns a row for each minute. */
    String minutes() {
        MarkdownTable table = new MarkdownTable(
                "minute",
                "requests per second",
                "send",
                "list",
                "receive",
                "response time, ms mean",
                "send",
                "list",
                "receive",
                "errors");
        Map<Integer, List<QueuesSecond>> minutes = run.load().processes().get(0).counted().stream()
                .collect(Collectors.groupingBy(second -> second.second() / MINUTE, TreeMap::new, Collectors.toList()));
        minutes.forEach((minute, seconds) -> table.row(row(minute + 1, seconds)));
        return table.markdown();
    }

    private static List<String> row(int minute, List<QueuesSecond> seconds) {
        long requests = seconds.stream().mapToLong(QueuesSecond::requests).sum();
        long micros = CALLS.stream().mapToLong(call -> micros(seconds, call)).sum();
        return List.of(
                Integer.toString(minute),
                NumberFormats.whole((double) requests / seconds.size()),
                perSecond(seconds, "send"),
                perSecond(seconds, "list"),
                perSecond(seconds, "receive"),
                millis(micros, requests),
                mean(seconds, "send"),
                mean(seconds, "list"),
                mean(seconds, "receive"),
                Long.toString(seconds.stream().mapToLong(QueuesSecond::errors).sum()));
    }

    private static String perSecond(List<QueuesSecond> seconds, String call) {
        return NumberFormats.whole((double) count(seconds, call) / seconds.size());
    }

    private static String mean(List<QueuesSecond> seconds, String call) {
        return millis(micros(seconds, call), count(seconds, call));
    }

    private static String millis(long micros, long requests) {
        return NumberFormats.fraction(requests == 0 ? 0 : micros / MICROS_PER_MILLI / requests);
    }

    private static long count(List<QueuesSecond> seconds, String call) {
        return seconds.stream()
                .mapToLong(second -> second.calls().getOrDefault(call, 0L))
                .sum();
    }

    private static long micros(List<QueuesSecond> seconds, String call) {
        return seconds.stream()
                .mapToLong(second -> second.callMicros().getOrDefault(call, 0L))
                .sum();
    }

    /** Returns a row for each type of request. */
    String calls() {
        MarkdownTable table =
                new MarkdownTable("request", "ms mean", "p50", "p99", "report: ms mean", "report: standard deviation");
        LoadSummary load = run.load();
        for (String call : CALLS) {
            List<String> reported = REPORTED_CALLS.getOrDefault(call, List.of("", ""));
            table.row(
                    call,
                    NumberFormats.fraction(load.meanMillis(call)),
                    NumberFormats.fraction(load.p50Millis(call)),
                    NumberFormats.fraction(load.p99Millis(call)),
                    reported.get(0),
                    reported.get(1));
        }
        return table.markdown();
    }

    /** Returns a row for each point at which the report measured. */
    String points() {
        ServerReport servers = run.servers();
        return new MarkdownTable("where the time goes", "ms mean", "report: ms mean", "report: standard deviation")
                .row("waiting for a thread", NumberFormats.fraction(servers.waitingMillis()), "13.32", "4.18")
                .row(
                        "waiting for a connection",
                        NumberFormats.fraction(servers.counters().millisPerAcquire()),
                        "0.00",
                        "0.22")
                .row(
                        "asking the database, for " + NumberFormats.tenths(servers.requestsPerBatch())
                                + " requests at once",
                        NumberFormats.fraction(servers.databaseMillis()),
                        "3.23",
                        "2.39")
                .row(
                        "in the thread, with the wait for connections",
                        NumberFormats.fraction(servers.callMillis()),
                        "3.34",
                        "2.52")
                .markdown();
    }

    /** Returns the check of the interactive response time law: clients = throughput x response time. */
    String law() {
        double measured = run.load().meanMillis();
        double byTheLaw = run.millisByTheLaw();
        return run.point().clients() + " clients at "
                + NumberFormats.whole(run.load().requestsPerSecond()) + " requests per second: "
                + NumberFormats.fraction(byTheLaw) + " ms by the interactive response time law, "
                + NumberFormats.fraction(measured) + " ms measured ("
                + NumberFormats.tenths(byTheLaw == 0 ? 0 : Equations.deviation(measured, byTheLaw))
                + " %). The report: 100 clients at 5,897 per second, 16.96 ms by the law, 16.67 ms measured. A request"
                + " waited for a thread for at most "
                + NumberFormats.fraction(run.servers().waitingP99Millis())
                + " ms in 99 of 100 cases, in the worst ten seconds.";
    }
}
