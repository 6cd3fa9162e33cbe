package io.concor.experiments.durable.benchmark;

import io.concor.benchmarks.report.MarkdownTable;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The medians of a scenario as a table. Not thread-safe. */
public final class BenchmarkTable {

    private final Map<String, List<RunResult>> runs = new LinkedHashMap<>();

    /** Adds the runs of a subject; none if it does not support the scenario or has failed. */
    public void add(String subject, List<RunResult> results) {
        runs.put(subject, List.copyOf(results));
    }

    /** Returns what the run in the middle has asked of the broker for each event; nothing if there is none. */
    public static Optional<String> brokerTraffic(List<RunResult> results) {
        return results.isEmpty() ? Optional.empty() : median(results).brokerTraffic();
    }

    /** Returns the run in the middle, by rate; those of a latency by their median. */
    static RunResult median(List<RunResult> results) {
        List<RunResult> sorted = results.stream()
                .sorted(
                        Double.isNaN(results.get(0).p50Millis())
                                ? Comparator.comparingDouble(RunResult::perSecond)
                                : Comparator.comparingDouble(RunResult::p50Millis))
                .toList();
        return sorted.get(sorted.size() / 2);
    }

    /** Returns the table in Markdown. */
    public String markdown() {
        MarkdownTable table = new MarkdownTable(
                "subject",
                "events/s",
                "of each run",
                "p50 ms",
                "p99 ms",
                "CPU of the JVM, µs/event",
                "of the database",
                "of the broker",
                "statements/event",
                "log bytes/event",
                "broker's",
                "its requests/event");
        runs.forEach((subject, results) -> table.row(row(subject, results)));
        return table.markdown();
    }

    private static List<String> row(String subject, List<RunResult> results) {
        if (results.isEmpty()) {
            return List.of(subject, "no result", "–", "–", "–", "–", "–", "–", "–", "–", "–", "–");
        }
        RunResult median = median(results);
        return List.of(
                subject,
                format("%.0f", median.perSecond()),
                results.stream()
                        .map(each -> format("%.0f", each.perSecond()))
                        .reduce((a, b) -> a + ", " + b)
                        .orElseThrow(),
                format("%.2f", median.p50Millis()),
                format("%.2f", median.p99Millis()),
                format("%.0f", median.cpuMicrosPerEvent()),
                format("%.0f", median.databaseCpuMicrosPerEvent()),
                format("%.0f", median.brokerCpuMicrosPerEvent()),
                format("%.2f", median.statementsPerEvent()),
                format("%.0f", median.logBytesPerEvent()),
                format("%.0f", median.brokerBytesPerEvent()),
                format("%.2f", median.brokerRequestsPerEvent()));
    }

    private static String format(String pattern, double value) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, pattern, value);
    }
}
