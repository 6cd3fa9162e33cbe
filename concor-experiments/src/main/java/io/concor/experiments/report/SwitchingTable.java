package io.concor.experiments.report;

import io.concor.benchmarks.report.TableColumns;
import io.concor.experiments.result.SwitchingResult;
import io.concor.experiments.result.ThroughputInterval;
import io.concor.experiments.result.ThroughputIntervals;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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
        return "**%s requests per second** (%s; completed by: %s; slot `%s`)\n\n%s\n%s\n%s"
                .formatted(
                        NumberFormats.whole(result.rate()),
                        NumberFormats.origin(
                                result.ended(), result.commit(), result.databaseVersion(), result.machine()),
                        result.completedBy(),
                        result.slot(),
                        attempts(),
                        all(),
                        plots());
    }

    private String attempts() {
        TableColumns<Attempt> columns = new TableColumns<Attempt>()
                .column("operation", attempt -> attempt.moment().operation())
                .column("attempt", attempt -> Integer.toString(attempt.index() / 2 + 1));
        for (int i = 0; i < ThroughputInterval.SECONDS; i++) {
            int second = i;
            columns.column(
                    i == 0 ? "t s" : "t + %d s".formatted(i),
                    attempt -> NumberFormats.whole(attempt.moment().perSecond().get(second)));
        }
        return columns.column(
                        "most in flight",
                        attempt -> NumberFormats.whole(attempt.moment().mostInFlight()))
                .column("counted from due", attempt -> known(attempt.moment().mostDue(), NumberFormats::whole))
                .column(
                        "fewest in 10 ms",
                        attempt -> Integer.toString(attempt.moment().fewest()))
                .column(
                        "fewest issued in 10 ms",
                        attempt -> Integer.toString(attempt.moment().fewestIssued()))
                .column(
                        "simulator late, at most ms",
                        attempt -> known(
                                attempt.moment().latestMicros(),
                                micros -> NumberFormats.tenths(micros / MICROS_PER_MILLI)))
                .column(
                        "took ms",
                        attempt -> NumberFormats.tenths(attempt.moment().tookMillis()))
                .column(
                        "thesis, at 1000/s",
                        attempt -> attempt.index() < THESIS.size() ? THESIS.get(attempt.index()) : "")
                .markdown(IntStream.range(0, result.changed().all().size())
                        .mapToObj(i -> new Attempt(i, result.changed().all().get(i)))
                        .toList());
    }

    private record Attempt(int index, ThroughputInterval moment) {}

    private static String known(@Nullable Number value, DoubleFunction<String> format) {
        return value == null ? "" : format.apply(value.doubleValue());
    }

    private String all() {
        return new TableColumns<Kind>()
                .column("five seconds each", Kind::name)
                .column(
                        "how many",
                        kind -> Integer.toString(kind.moments().all().size()))
                .column(
                        "most in flight: median",
                        kind -> NumberFormats.tenths(kind.moments().medianInFlight()))
                .column("the largest", kind -> wholes(kind.moments().mostInFlight()))
                .column(
                        "the largest, counted from due",
                        kind -> wholes(kind.moments().mostDue()))
                .column(
                        "fewest completed in any second: median",
                        kind -> NumberFormats.tenths(kind.moments().medianPerSecond()))
                .column("the smallest", kind -> wholes(kind.moments().fewestPerSecond()))
                .column(
                        "fewest issued in 10 ms",
                        kind -> Integer.toString(kind.moments().fewestIssued()))
                .column("requests", kind -> NumberFormats.whole(kind.moments().issued()))
                .column(
                        "not completed",
                        kind -> NumberFormats.whole(kind.moments().notCompleted()))
                .column(
                        "calls of none in flight",
                        kind -> NumberFormats.whole(kind.moments().unknown()))
                .markdown(List.of(
                        new Kind("with a change", result.changed()),
                        new Kind("without, the same moments", result.unchanged()),
                        new Kind("without, all of the same runs", result.noise())));
    }

    private record Kind(String name, ThroughputIntervals moments) {}

    private static String wholes(List<Integer> values) {
        return values.stream().map(NumberFormats::whole).collect(Collectors.joining("; "));
    }

    private String plots() {
        String name = SwitchingResult.name(result.database(), result.rate());
        return "![Around an addition](%s)\n\n![Around a deletion](%s)\n"
                .formatted(archive.plot(name + "-add"), archive.plot(name + "-delete"));
    }
}
