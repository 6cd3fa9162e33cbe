package io.concor.experiments.clientqueues;

import io.concor.benchmarks.report.MarkdownTable;
import io.concor.simulator.queues.CallStatistics;
import io.concor.simulator.queues.QueuesOutcome;
import io.concor.simulator.queues.check.DeliveryResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** The runs of each value, as a table. Not thread-safe. */
final class VariedRuns {

    private static final double MICROS_PER_MILLI = 1000;

    private final VariedSetting setting;
    private final Map<Integer, List<QueuesOutcome>> runs = new TreeMap<>();

    VariedRuns(VariedSetting setting) {
        this.setting = setting;
    }

    void add(int value, QueuesOutcome run) {
        runs.computeIfAbsent(value, none -> new ArrayList<>()).add(run);
    }

    /** Whether no message was lost, twice or wrong in any run. */
    boolean areCorrect() {
        return runs.values().stream().flatMap(List::stream).allMatch(run -> run.deliveries()
                .isCorrect());
    }

    /** Returns a row for each value: the run with the median of the requests per second, and what all runs found. */
    String table() {
        MarkdownTable table = new MarkdownTable(
                setting.title(),
                "requests per second, median",
                "fewest",
                "most",
                "send, ms p50 / p99",
                "list",
                "receive",
                "errors",
                "lost",
                "twice",
                "wrong");
        runs.forEach((value, ofValue) -> table.row(row(value, ofValue)));
        return table.markdown();
    }

    private static List<String> row(int value, List<QueuesOutcome> runs) {
        List<QueuesOutcome> sorted = runs.stream()
                .sorted(Comparator.comparingDouble(VariedRuns::requestsPerSecond))
                .toList();
        QueuesOutcome median = sorted.get(sorted.size() / 2);
        return List.of(
                Integer.toString(value),
                format("%.0f", requestsPerSecond(median)),
                format("%.0f", requestsPerSecond(sorted.get(0))),
                format("%.0f", requestsPerSecond(sorted.get(sorted.size() - 1))),
                latency(median, "send"),
                latency(median, "list"),
                latency(median, "receive"),
                Long.toString(runs.stream().mapToLong(VariedRuns::errors).sum()),
                sum(runs, DeliveryResult::lost),
                sum(runs, DeliveryResult::twice),
                sum(runs, DeliveryResult::wrong));
    }

    private static double requestsPerSecond(QueuesOutcome run) {
        return run.statistics().requestsPerSecond();
    }

    private static String latency(QueuesOutcome run, String call) {
        CallStatistics statistics = run.statistics().calls().get(call);
        return statistics == null
                ? "none"
                : format(
                        "%.2f / %.2f",
                        statistics.latencies().p50Micros() / MICROS_PER_MILLI,
                        statistics.latencies().p99Micros() / MICROS_PER_MILLI);
    }

    private static long errors(QueuesOutcome run) {
        return run.statistics().errors().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private static String sum(List<QueuesOutcome> runs, ToLongFunction<DeliveryResult> count) {
        return Long.toString(
                runs.stream().map(QueuesOutcome::deliveries).mapToLong(count).sum());
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
