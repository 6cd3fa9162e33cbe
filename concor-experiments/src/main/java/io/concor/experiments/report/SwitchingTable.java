package io.concor.experiments.report;

import io.concor.benchmarks.report.MarkdownTable;
import io.concor.experiments.result.SwitchingResult;
import io.concor.experiments.result.ThroughputInterval;
import io.concor.experiments.result.ThroughputIntervals;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Table 5-8: requests completed in the seconds after a change, compared with the same times in runs without a change.
 *
 * @param result result of one rate
 * @param archive archive of the plots
 */
public record SwitchingTable(SwitchingResult result, ResultArchive archive) {

    private static final double MICROS_PER_MILLI = 1000;

    private static final List<String> THESIS = List.of(
            "1000, 1000, 1001, 999, 1000",
            "996, 1004, 1000, 1000, 1000",
            "1000, 999, 1001, 1000, 1000",
            "999, 1001, 1000, 1000, 1000",
            "1000, 1000, 1000, 1000, 1000",
            "1000, 1000, 1000, 1000, 1000");

    public String markdown() {
        return "**%s requests per second** (%s, commit %s, %s; %s; completed by: %s; slot `%s`)\n\n%s\n%s\n%s"
                .formatted(
                        NumberFormats.whole(result.rate()),
                        NumberFormats.day(result.ended()),
                        NumberFormats.commit(result.commit()),
                        result.databaseVersion(),
                        String.join(", ", result.machine().values()),
                        result.completedBy(),
                        result.slot(),
                        attempts(),
                        all(),
                        plots());
    }

    private String attempts() {
        MarkdownTable table = new MarkdownTable(
                "operation",
                "attempt",
                "t s",
                "t + 1 s",
                "t + 2 s",
                "t + 3 s",
                "t + 4 s",
                "most in flight",
                "counted from due",
                "fewest in 10 ms",
                "fewest issued in 10 ms",
                "simulator late, at most ms",
                "took ms",
                "thesis, at 1000/s");
        for (int i = 0; i < result.changed().all().size(); i++) {
            ThroughputInterval moment = result.changed().all().get(i);
            table.row(row(moment, i / 2 + 1, i < THESIS.size() ? THESIS.get(i) : ""));
        }
        return table.markdown();
    }

    private static List<String> row(ThroughputInterval moment, int attempt, String thesis) {
        List<String> row = new ArrayList<>(List.of(moment.operation(), Integer.toString(attempt)));
        moment.perSecond().stream().map(NumberFormats::whole).forEach(row::add);
        row.add(NumberFormats.whole(moment.mostInFlight()));
        row.add(moment.mostDue() == null ? "" : NumberFormats.whole(moment.mostDue()));
        row.add(Integer.toString(moment.fewest()));
        row.add(Integer.toString(moment.fewestIssued()));
        row.add(moment.latestMicros() == null ? "" : NumberFormats.tenths(moment.latestMicros() / MICROS_PER_MILLI));
        row.add(NumberFormats.tenths(moment.tookMillis()));
        row.add(thesis);
        return row;
    }

    private String all() {
        return new MarkdownTable(
                        "five seconds each",
                        "how many",
                        "most in flight: median",
                        "the largest",
                        "the largest, counted from due",
                        "fewest completed in any second: median",
                        "the smallest",
                        "fewest issued in 10 ms",
                        "requests",
                        "not completed",
                        "calls of none in flight")
                .row(all("with a change", result.changed()))
                .row(all("without, the same moments", result.unchanged()))
                .row(all("without, all of the same runs", result.noise()))
                .markdown();
    }

    private static List<String> all(String name, ThroughputIntervals moments) {
        return List.of(
                name,
                Integer.toString(moments.all().size()),
                NumberFormats.tenths(moments.medianInFlight()),
                wholes(moments.mostInFlight()),
                wholes(moments.mostDue()),
                NumberFormats.tenths(moments.medianPerSecond()),
                wholes(moments.fewestPerSecond()),
                Integer.toString(moments.fewestIssued()),
                NumberFormats.whole(moments.issued()),
                NumberFormats.whole(moments.notCompleted()),
                NumberFormats.whole(moments.unknown()));
    }

    private static String wholes(List<Integer> values) {
        return values.stream().map(NumberFormats::whole).collect(Collectors.joining("; "));
    }

    private String plots() {
        String name = SwitchingResult.name(result.database(), result.rate());
        return "![Around an addition](%s)\n\n![Around a deletion](%s)\n"
                .formatted(archive.plot(name + "-add"), archive.plot(name + "-delete"));
    }
}
