package io.concor.experiments.report;

import io.concor.benchmarks.report.MarkdownTable;
import io.concor.experiments.result.DayPhaseResult;
import io.concor.experiments.result.DayResult;
import io.concor.experiments.result.DayRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The table of a day's load under several presets.
 *
 * @param result the result
 */
public record DayTable(DayResult result) {

    private static final double MICROS_PER_MILLI = 1000;
    private static final double HUNDREDTHS_OF_CENT = 10_000;

    /** Returns the tables of phases and of sums, and where they come from. */
    public String markdown() {
        return phases() + "\n" + sums() + "\n" + facts();
    }

    private String phases() {
        List<String> header = new ArrayList<>(List.of("phase", "records/s due", "s"));
        for (DayRun run : result.runs()) {
            header.add("`%s`: answered/s".formatted(run.preset()));
            header.add("p50 ms");
            header.add("p95 ms");
        }
        MarkdownTable table = new MarkdownTable(header);
        for (DayPhaseResult phase : result.runs().get(0).phases()) {
            List<String> row = new ArrayList<>(
                    List.of(phase.phase(), NumberFormats.whole(phase.rate()), NumberFormats.whole(phase.seconds())));
            for (DayRun run : result.runs()) {
                DayPhaseResult figures = run.phase(phase.phase());
                row.add(NumberFormats.whole(figures.perSecond()));
                row.add(millis(figures.p50Micros()));
                row.add(millis(figures.p95Micros()));
            }
            table.row(row);
        }
        return table.markdown();
    }

    private static String millis(long micros) {
        return NumberFormats.tenths(micros / MICROS_PER_MILLI);
    }

    private String sums() {
        MarkdownTable table = new MarkdownTable(
                "preset",
                "sent",
                "billed",
                "rejected",
                "uploads sent again",
                "due amount",
                "amount of costed events",
                "sum of balances",
                "wrong accounts",
                "last answer after the day, s",
                "database down, s");
        result.runs().forEach(run -> table.row(row(run)));
        return table.markdown();
    }

    private static List<String> row(DayRun run) {
        return List.of(
                "`%s`".formatted(run.preset()),
                NumberFormats.whole(run.sums().sent()),
                NumberFormats.whole(run.sums().events()),
                NumberFormats.whole(run.sums().rejected()),
                NumberFormats.whole(run.sums().resent()),
                amount(run.sums().sentAmount()),
                amount(run.sums().eventsAmount()),
                amount(run.sums().balances()),
                NumberFormats.whole(run.sums().wrongAccounts()),
                NumberFormats.tenths(run.longerSeconds()),
                NumberFormats.tenths(run.downSeconds()));
    }

    private static String amount(long hundredthsOfCent) {
        return String.format(Locale.ROOT, "%,.4f", hundredthsOfCent / HUNDREDTHS_OF_CENT);
    }

    private String facts() {
        return "%s, commit %s, %s; %s. Each round trip to the database takes %s ms longer.%n"
                .formatted(
                        NumberFormats.day(result.ended()),
                        result.commit(),
                        result.databaseVersion(),
                        result.machine().values().stream().collect(Collectors.joining(", ")),
                        NumberFormats.tenths(result.delayMicros() / MICROS_PER_MILLI));
    }
}
