package io.concor.simulator.result;

import io.concor.simulator.load.LatencySummary;
import io.concor.simulator.load.LoadTotals;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The figures of a whole run as HTML tables. */
final class SummaryTables {

    private final RunResult result;
    private final LoadTotals totals;

    SummaryTables(RunResult result) {
        this.result = result;
        this.totals = result.account().totals();
    }

    String html() {
        return requests() + failures() + latencies();
    }

    private String requests() {
        return table(
                List.of("Requests", "issued", "completed", "failed", "unfinished", "not sent"),
                List.of(row(
                        "number",
                        Stream.of(
                                        totals.issued(),
                                        totals.completed(),
                                        totals.failed(),
                                        totals.unfinished(),
                                        totals.notSent())
                                .map(Object::toString))));
    }

    private String failures() {
        Map<String, Long> failures = result.account().failures();
        return failures.isEmpty()
                ? ""
                : table(
                        List.of("Failed because of", "requests"),
                        failures.entrySet().stream()
                                .map(failure -> row(
                                        failure.getKey(),
                                        Stream.of(failure.getValue().toString())))
                                .toList());
    }

    private String latencies() {
        Stream<String> latency = totals.completed() == 0
                ? Stream.generate(() -> "none completed").limit(5)
                : figures(result.account().latencies());
        return table(
                List.of("Time in ms", "p50", "p90", "p99", "p99.9", "max"),
                List.of(
                        row("latency, from when a request was due", latency),
                        row(
                                "of it, lateness of the simulator",
                                figures(result.account().lateness()))));
    }

    private static Stream<String> figures(LatencySummary latencies) {
        return Stream.of(
                        latencies.p50Micros(),
                        latencies.p90Micros(),
                        latencies.p99Micros(),
                        latencies.p999Micros(),
                        latencies.maxMicros())
                .map(Html::millis);
    }

    private static String table(List<String> headers, List<String> rows) {
        String header = headers.stream().map("<th>%s</th>"::formatted).collect(Collectors.joining());
        return "<table>\n<tr>%s</tr>\n%s\n</table>\n".formatted(header, String.join("\n", rows));
    }

    private static String row(String title, Stream<String> figures) {
        return figures.map(figure -> "<td>" + Html.escape(figure) + "</td>")
                .collect(Collectors.joining("", "<tr><th>" + Html.escape(title) + "</th>", "</tr>"));
    }
}
