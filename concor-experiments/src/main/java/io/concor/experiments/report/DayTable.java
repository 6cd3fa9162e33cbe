package io.concor.experiments.report;

import io.concor.benchmarks.report.TableColumns;
import io.concor.experiments.result.DayPhaseResult;
import io.concor.experiments.result.DayResult;
import io.concor.experiments.result.DayRun;
import java.util.Locale;

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
        TableColumns<DayPhaseResult> columns = new TableColumns<DayPhaseResult>()
                .column("phase", DayPhaseResult::phase)
                .column("records/s due", phase -> NumberFormats.whole(phase.rate()))
                .column("s", phase -> NumberFormats.whole(phase.seconds()));
        for (DayRun run : result.runs()) {
            columns.column(
                            "`%s`: answered/s".formatted(run.preset()),
                            phase ->
                                    NumberFormats.whole(run.phase(phase.phase()).perSecond()))
                    .column("p50 ms", phase -> millis(run.phase(phase.phase()).p50Micros()))
                    .column("p95 ms", phase -> millis(run.phase(phase.phase()).p95Micros()));
        }
        return columns.markdown(result.runs().get(0).phases());
    }

    private static String millis(long micros) {
        return NumberFormats.tenths(micros / MICROS_PER_MILLI);
    }

    private String sums() {
        return new TableColumns<DayRun>()
                .column("preset", run -> "`%s`".formatted(run.preset()))
                .column("sent", run -> NumberFormats.whole(run.sums().sent()))
                .column("billed", run -> NumberFormats.whole(run.sums().events()))
                .column("rejected", run -> NumberFormats.whole(run.sums().rejected()))
                .column(
                        "uploads sent again",
                        run -> NumberFormats.whole(run.sums().resent()))
                .column("due amount", run -> amount(run.sums().sentAmount()))
                .column("amount of costed events", run -> amount(run.sums().eventsAmount()))
                .column("sum of balances", run -> amount(run.sums().balances()))
                .column("wrong accounts", run -> NumberFormats.whole(run.sums().wrongAccounts()))
                .column("last answer after the day, s", run -> NumberFormats.tenths(run.longerSeconds()))
                .column("database down, s", run -> NumberFormats.tenths(run.downSeconds()))
                .markdown(result.runs());
    }

    private static String amount(long hundredthsOfCent) {
        return String.format(Locale.ROOT, "%,.4f", hundredthsOfCent / HUNDREDTHS_OF_CENT);
    }

    private String facts() {
        return "%s. Each round trip to the database takes %s ms longer.%n"
                .formatted(
                        NumberFormats.origin(
                                result.ended(), result.commit(), result.databaseVersion(), result.machine()),
                        NumberFormats.tenths(result.delayMicros() / MICROS_PER_MILLI));
    }
}
