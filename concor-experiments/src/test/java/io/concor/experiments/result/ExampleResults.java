package io.concor.experiments.result;

import io.concor.experiments.testbed.Database;
import io.concor.experiments.testbed.Ramp;
import io.concor.experiments.testbed.SampleVariant;
import io.concor.experiments.testbed.SimulatorResult;
import io.concor.simulator.control.SentControlRequest;
import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.load.LatencySummary;
import io.concor.simulator.load.LoadStatistics;
import io.concor.simulator.load.LoadTotals;
import io.concor.simulator.load.SecondStatistics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Example results of experiments. */
public final class ExampleResults {

    private static final Instant ENDED = Instant.parse("2026-01-02T03:04:05Z");
    private static final Map<String, String> MACHINE = Map.of("processors", "2 x some");

    private static final LatencySummary NONE = new LatencySummary(0, 0, 0, 0, 0, 0);

    private ExampleResults() {}

    public static CaseResult result(Case which, @Nullable Database database, int... breakingPoints) {
        List<Attempt> attempts = new ArrayList<>();
        for (int breakingPoint : breakingPoints) {
            for (SampleVariant variant : SampleVariant.values()) {
                int lower = 10 * variant.ordinal();
                RequestCost cost =
                        new RequestCost(500, 200 + lower, 7 + variant.ordinal(), 1500, 9000, 120, variant.ordinal());
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
                new PhaseDurations(Duration.ofSeconds(75), Duration.ofSeconds(30), Duration.ofSeconds(60)),
                "its answer",
                List.of(SampleVariant.OFF, SampleVariant.OFF),
                1,
                attempts,
                which.planted() ? diagnosis() : null,
                "79b8b5ac");
    }

    private static RampStatistics diagnosis() {
        return new RampStatistics(
                12, List.of(reading(900, 0, 7), plain(3)), 64, List.of(reading(61_000, 640, 32), plain(4)));
    }

    private static ComponentReading reading(double serviceMicros, int queue, int active) {
        return new ComponentReading(
                "endpoint-resolver", serviceMicros, new ComponentReading.Slot(2000, queue, active, 32, active / 32.0));
    }

    private static ComponentReading plain(double serviceMicros) {
        return new ComponentReading("router", serviceMicros, null);
    }

    /** Two instances at two loads. The costs of each variant are its factor of those of the twin. */
    public static CostResult cost(Case which, @Nullable Database database, double... factors) {
        List<CostRun> runs = new ArrayList<>();
        for (int instance = 1; instance <= 2; instance++) {
            for (int load : List.of(10, 80)) {
                for (CostVariant variant : CostVariant.values()) {
                    double micros = 200 * factors[variant.ordinal()] + 10 * (instance - 1);
                    runs.add(run(variant, instance, load, micros));
                }
            }
        }
        return new CostResult(
                which.number(),
                database,
                database == null ? null : database.title() + " 1.2",
                "79b8b5ac",
                ENDED,
                MACHINE,
                1000,
                new PhaseDurations(Duration.ofSeconds(75), Duration.ofSeconds(30), Duration.ofSeconds(60)),
                "its answer",
                runs);
    }

    public static CostRun run(CostVariant variant, int instance, int load, double micros) {
        return new CostRun(
                variant,
                instance,
                load,
                new RequestCost(10 * load, micros, 7, 1500, 9000, 120, 0),
                List.of(micros - 1, micros, micros + 1),
                late(120));
    }

    public static SwitchingResult switching(int rate) {
        return new SwitchingResult(
                Database.mariadb,
                rate,
                "MariaDB 1.2",
                ENDED,
                MACHINE,
                "arrival",
                "at-translator",
                ThroughputIntervals.NONE.and(
                        List.of(moment("add", 998, 7), moment("delete", 1001, 8)),
                        outcome(new LoadTotals(3000, 2995, 2, 1, 3, 7))),
                ThroughputIntervals.NONE.and(
                        List.of(moment("none", 999, 6), moment("none", 1000, 9)),
                        outcome(new LoadTotals(3000, 3000, 0, 0, 0, 0))),
                ThroughputIntervals.NONE.and(
                        List.of(moment("none", 997, 5)), outcome(new LoadTotals(3000, 3000, 0, 0, 0, 0))),
                "79b8b5ac");
    }

    public static SimulatorResult outcome(LoadTotals totals) {
        return outcome(totals, null, List.of());
    }

    public static SimulatorResult outcome(
            LoadTotals totals, @Nullable BreakingPoint breakingPoint, List<SentControlRequest> marks) {
        int[] windows = new int[3000];
        Arrays.fill(windows, 10);
        return new SimulatorResult(
                "its answer",
                ENDED,
                breakingPoint,
                marks,
                new LoadStatistics(List.of(), totals, Map.of(), NONE, NONE, windows, windows, windows));
    }

    public static SimulatorResult outcome(LoadTotals totals, int[] issued, int[] completed) {
        return outcome(totals, issued, issued, completed);
    }

    public static SimulatorResult outcome(LoadTotals totals, int[] due, int[] issued, int[] completed) {
        return outcome(new LoadStatistics(List.of(), totals, Map.of(), NONE, NONE, issued, completed, due));
    }

    /** A run with ten completed requests, and this lateness of the simulator, in each second. */
    public static SimulatorResult outcome(LoadTotals totals, List<Long> lateMicros) {
        List<SecondStatistics> seconds = IntStream.range(0, lateMicros.size())
                .mapToObj(
                        second -> new SecondStatistics(second, 10, 10, 10, 0, 0, 0, NONE, late(lateMicros.get(second))))
                .toList();
        return outcome(new LoadStatistics(seconds, totals, Map.of(), NONE, NONE, new int[0], new int[0], new int[0]));
    }

    private static LatencySummary late(long micros) {
        return new LatencySummary(micros, micros, micros, micros, micros, micros);
    }

    private static SimulatorResult outcome(LoadStatistics statistics) {
        return new SimulatorResult("its answer", ENDED, null, List.of(), statistics);
    }

    /** A run of a minute that begins now. */
    public static SimulatorResult outcome(LoadTotals totals, long p50Micros) {
        return new SimulatorResult(
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
                        new int[0],
                        new int[0]));
    }

    /** A writer whose batches take 4 ms and 0.1 ms for each event. */
    public static BatchSizesResult batchSizes() {
        return new BatchSizesResult(
                "PostgreSQL 1.2",
                "79b8b5ac",
                ENDED,
                MACHINE,
                1000,
                1,
                2048,
                15_000,
                List.of(
                        new BatchSizeRun("1", 1, batchLoad(1), batchLoad(1)),
                        new BatchSizeRun("40", 40, batchLoad(40), batchLoad(40)),
                        new BatchSizeRun("what is there", 0, batchLoad(160), batchLoad(4))));
    }

    private static BatchLoad batchLoad(int size) {
        return new BatchLoad(size * 1e6 / (4000 + 100 * size), size, 1000L * size, 2000L * size);
    }

    public static DayResult day(boolean killed) {
        return new DayResult(
                "PostgreSQL 1.2",
                "79b8b5ac",
                ENDED,
                MACHINE,
                1000,
                killed,
                List.of(dayRun("messages", 4), dayRun("adaptive", 5)));
    }

    private static DayRun dayRun(String preset, int millis) {
        return new DayRun(
                preset,
                List.of(
                        new DayPhaseResult("night", 20, 45, 20, 1000L * millis, 2000L * millis),
                        new DayPhaseResult("peak", 2000, 22, 1200 + millis, 3000L * millis, 4000L * millis)),
                0.04,
                0,
                new DaySums(1000, 990, 19_701_234, 1000, 3, 990, 19_701_234, 19_701_234, 10, 0));
    }

    private static ThroughputInterval moment(String operation, int first, int fewest) {
        return new ThroughputInterval(
                operation,
                10,
                1.5,
                List.of(first, 1000, 1000, 1000, 1000),
                first - 1,
                40 - fewest,
                fewest,
                5,
                45 - fewest,
                1_700L);
    }
}
