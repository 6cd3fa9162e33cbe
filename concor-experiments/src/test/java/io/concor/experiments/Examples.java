package io.concor.experiments;

import io.concor.simulator.CommandLineDefaults;
import io.concor.simulator.control.SentControlRequest;
import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.load.LatencySummary;
import io.concor.simulator.load.LoadStatistics;
import io.concor.simulator.load.LoadTotals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Results as experiments make them. */
final class Examples {

    private static final Instant ENDED = Instant.parse("2026-01-02T03:04:05Z");
    private static final Map<String, String> MACHINE = Map.of("processors", "2 x some");

    private static final LatencySummary NONE = new LatencySummary(0, 0, 0, 0, 0, 0);

    private Examples() {}

    /** Parses options as the command line does. */
    static <T> T parse(T options, String... arguments) {
        CommandLineDefaults.apply(new CommandLine(options)).parseArgs(arguments);
        return options;
    }

    static CaseResult result(Case which, @Nullable Database database, int... breakingPoints) {
        List<Attempt> attempts = new ArrayList<>();
        for (int breakingPoint : breakingPoints) {
            for (SampleVariant variant : SampleVariant.values()) {
                int lower = 10 * variant.ordinal();
                Cost cost = new Cost(500, 200 + lower, 7 + variant.ordinal(), 1500, 9000, 120, variant.ordinal());
                attempts.add(new Attempt(variant, breakingPoint - lower, 60, 54_321, 1234.5, cost));
            }
        }
        return new CaseResult(
                which.number(),
                database,
                database == null ? null : database.title() + " 1.2",
                ENDED,
                MACHINE,
                new Ramp(700, 10, Duration.ofSeconds(2), Duration.ofSeconds(5), Duration.ofMillis(80)),
                new Timing(Duration.ofSeconds(75), Duration.ofSeconds(30), Duration.ofSeconds(60)),
                "its answer",
                List.of(SampleVariant.OFF, SampleVariant.OFF),
                1,
                attempts,
                which.planted() ? diagnosis() : null);
    }

    private static Diagnosis diagnosis() {
        return new Diagnosis(
                12, List.of(reading(900, 0, 7), plain(3)), 64, List.of(reading(61_000, 640, 32), plain(4)));
    }

    private static Reading reading(double serviceMicros, int queue, int active) {
        return new Reading(
                "endpoint-resolver", serviceMicros, new Reading.Slot(2000, queue, active, 32, active / 32.0));
    }

    private static Reading plain(double serviceMicros) {
        return new Reading("router", serviceMicros, null);
    }

    static SwitchingResult switching(int rate) {
        return new SwitchingResult(
                Database.mariadb,
                rate,
                "MariaDB 1.2",
                ENDED,
                MACHINE,
                "arrival",
                Switching.SLOT,
                Moments.NONE.and(
                        List.of(moment("add", 998, 7), moment("delete", 1001, 8)),
                        outcome(new LoadTotals(3000, 2995, 2, 1, 3, 7))),
                Moments.NONE.and(
                        List.of(moment("none", 999, 6), moment("none", 1000, 9)),
                        outcome(new LoadTotals(3000, 3000, 0, 0, 0, 0))),
                Moments.NONE.and(List.of(moment("none", 997, 5)), outcome(new LoadTotals(3000, 3000, 0, 0, 0, 0))));
    }

    static Outcome outcome(LoadTotals totals) {
        return outcome(totals, null, List.of());
    }

    static Outcome outcome(LoadTotals totals, @Nullable BreakingPoint breakingPoint, List<SentControlRequest> marks) {
        int[] windows = new int[3000];
        Arrays.fill(windows, 10);
        return new Outcome(
                "its answer",
                ENDED,
                breakingPoint,
                marks,
                new LoadStatistics(List.of(), totals, Map.of(), NONE, NONE, windows, windows));
    }

    /** A minute that costs are measured in, which begins now. */
    static Outcome outcome(LoadTotals totals, long p50Micros) {
        return new Outcome(
                "its answer",
                Instant.now(),
                null,
                List.of(),
                new LoadStatistics(
                        List.of(),
                        totals,
                        Map.of(),
                        new LatencySummary(p50Micros, p50Micros, p50Micros, p50Micros, p50Micros, p50Micros),
                        NONE,
                        new int[0],
                        new int[0]));
    }

    private static Moment moment(String operation, int first, int fewest) {
        return new Moment(
                operation, 10, 1.5, List.of(first, 1000, 1000, 1000, 1000), first - 1, 40 - fewest, fewest, 5);
    }
}
