package io.concor.experiments.cost;

import io.concor.benchmarks.report.BuildCommit;
import io.concor.experiments.options.CaseSetup;
import io.concor.experiments.result.CostResult;
import io.concor.experiments.result.CostRun;
import io.concor.experiments.result.CostVariant;
import io.concor.experiments.testbed.ApplicationRound;
import io.concor.experiments.testbed.DisturbedMeasurementException;
import io.concor.experiments.testbed.LoadRuns;
import io.concor.experiments.testbed.MeasuredApplication;
import io.concor.experiments.testbed.MeasurementRetry;
import io.concor.experiments.testbed.Ramp;
import io.concor.experiments.testbed.SampleVariant;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Measures the cost of requests at several shares of the highest rate. Each round starts and warms up an application of
 * each variant, and the twin twice. Then one after the other runs alone at each load, so that it can have most of the
 * machine; the order differs between loads and rounds.
 */
final class CostExperiment {

    private static final int PERCENT = 100;

    /** Criteria of the search for the breaking point, as in experiment 1. */
    private static final Duration SETTLE = Duration.ofSeconds(10);

    private static final Duration BACKLOG = Duration.ofMillis(80);

    private final CaseSetup setup;
    private final CostOptions options;
    private final MeasuredApplication.Starter starter;
    private final CostMeasurement.Meter meter;
    private final Consumer<String> progress;
    private final MeasurementRetry retry;
    private final List<CostRun> runs = new ArrayList<>();
    private @Nullable String databaseVersion;
    private Map<String, String> machine = Map.of();
    private String completedBy = "";

    CostExperiment(
            CaseSetup setup,
            CostOptions options,
            MeasuredApplication.Starter starter,
            CostMeasurement.Meter meter,
            Consumer<String> progress) {
        this.setup = setup;
        this.options = options;
        this.starter = starter;
        this.meter = meter;
        this.progress = progress;
        this.retry = new MeasurementRetry(progress);
    }

    CostResult run() {
        int breakingPoint = options.breakingPoint() == null ? search() : options.breakingPoint();
        progress.accept("Breaking point of the twin: about %,d/s".formatted(breakingPoint));
        for (int instance = 1; instance <= options.attempts().count(); instance++) {
            run(instance, breakingPoint);
        }
        return new CostResult(
                setup.which().number(),
                setup.database(),
                databaseVersion,
                BuildCommit.current(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                machine,
                breakingPoint,
                options.timing(),
                completedBy,
                runs);
    }

    private int search() {
        Ramp ramp = Ramp.search(setup.which().searchStep(), SETTLE, BACKLOG);
        progress.accept("Search: " + ramp.description());
        return retry.measure("search", name -> {
            try (MeasuredApplication application = startWarm(name, SampleVariant.PLAIN)) {
                return LoadRuns.ramp(application, ramp, options.attempts().leadIn())
                        .stableRate();
            }
        });
    }

    private void run(int instance, int breakingPoint) {
        try (ApplicationRound<CostVariant> round = new ApplicationRound<>(
                CostVariant.turns(instance), variant -> startWarm(name(instance, variant), variant.sample()))) {
            databaseVersion = round.get(CostVariant.TWIN).databaseVersion();
            machine = round.get(CostVariant.TWIN).machine();
            for (int i = 0; i < options.loads().size(); i++) {
                int load = options.loads().get(i);
                int rate = Math.max(1, (int) ((long) breakingPoint * load / PERCENT));
                CostVariant.turns(instance + i)
                        .forEach(variant -> measure(round.get(variant), variant, instance, load, rate));
            }
        }
    }

    private static String name(int instance, CostVariant variant) {
        return "instance %d %s".formatted(instance, variant.title());
    }

    /** Omits a run that is disturbed each time: near the breaking point an application may not sustain the load. */
    private void measure(MeasuredApplication application, CostVariant variant, int instance, int load, int rate) {
        try {
            CostMeasurement measured = retry.measure(
                    "load-" + load,
                    name -> meter.measure(
                            application, name, rate, options.attempts().leadIn(), options.time()));
            completedBy = measured.completedBy();
            add(new CostRun(variant, instance, load, measured.cost(), measured.windowMicros(), measured.lateness()));
        } catch (DisturbedMeasurementException disturbed) {
            progress.accept(
                    "%s has no figure at %d %%: %s".formatted(name(instance, variant), load, disturbed.getMessage()));
        }
    }

    private void add(CostRun run) {
        runs.add(run);
        progress.accept("%s, %d %% load: %s"
                .formatted(
                        name(run.instance(), run.variant()),
                        run.loadPercent(),
                        run.cost().summary()));
    }

    private MeasuredApplication startWarm(String name, SampleVariant variant) {
        return LoadRuns.startWarm(starter, name, variant, options.attempts().warmUp());
    }
}
