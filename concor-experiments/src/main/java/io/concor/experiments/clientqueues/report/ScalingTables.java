package io.concor.experiments.clientqueues.report;

import io.concor.benchmarks.report.MarkdownTable;
import io.concor.experiments.report.NumberFormats;
import java.util.List;
import java.util.Map;

/** How response time and throughput change with the number of servers. */
final class ScalingTables {

    /** Response times of the report in milliseconds, by servers. */
    private static final Map<Integer, Double> REPORTED = Map.of(1, 98.3874, 2, 59.6998, 5, 57.0587);

    private final List<Measurement> medians;

    ScalingTables(LoadResult result) {
        medians = result.runs().stream().map(LoadResult.Runs::median).toList();
    }

    private Measurement first() {
        return medians.get(0);
    }

    /** Returns the response time of one server, divided by that of several with the same clients. */
    String speedUp() {
        MarkdownTable table = new MarkdownTable(
                "servers", "clients", "response time, ms mean", "speed-up", "report: ms mean", "report: speed-up");
        for (Measurement each : medians) {
            double reported = REPORTED.getOrDefault(each.bench().servers(), 0.0);
            table.row(
                    Integer.toString(each.bench().servers()),
                    NumberFormats.whole(each.point().clients()),
                    NumberFormats.fraction(each.load().meanMillis()),
                    ratio(first().load().meanMillis(), each.load().meanMillis()),
                    NumberFormats.fraction(reported),
                    ratio(REPORTED.getOrDefault(1, 0.0), reported));
        }
        return table.markdown();
    }

    /** Returns the response time of one server, divided by that of several with as many clients each. */
    String scaleUp() {
        MarkdownTable table = new MarkdownTable("servers", "clients", "response time, ms mean", "scale-up", "ideal");
        for (Measurement each : medians) {
            table.row(
                    Integer.toString(each.bench().servers()),
                    NumberFormats.whole(each.point().clients()),
                    NumberFormats.fraction(each.load().meanMillis()),
                    ratio(first().load().meanMillis(), each.load().meanMillis()),
                    "1.00");
        }
        return table.markdown();
    }

    /** Returns the throughput of each of several servers, divided by that of one with as many clients. */
    String scaleOut() {
        MarkdownTable table =
                new MarkdownTable("servers", "clients", "requests per second", "of each server", "scale-out", "ideal");
        double alone = first().load().requestsPerSecond();
        for (Measurement each : medians) {
            int servers = each.bench().servers();
            double ofEach = each.load().requestsPerSecond() / servers;
            table.row(
                    Integer.toString(servers),
                    NumberFormats.whole(each.point().clients()),
                    NumberFormats.whole(each.load().requestsPerSecond()),
                    NumberFormats.whole(ofEach),
                    ratio(ofEach, alone),
                    "1.00");
        }
        return table.markdown();
    }

    private static String ratio(double dividend, double divisor) {
        return divisor == 0 ? "none" : NumberFormats.fraction(dividend / divisor);
    }
}
