package io.concor.experiments.overhead;

import io.concor.benchmarks.report.BuildCommit;
import io.concor.experiments.cost.CostMeasurement;
import io.concor.experiments.result.Attempt;
import io.concor.experiments.result.Case;
import io.concor.experiments.result.CaseResult;
import io.concor.experiments.result.RampStatistics;
import io.concor.experiments.result.RequestCost;
import io.concor.experiments.testbed.ApplicationRound;
import io.concor.experiments.testbed.Database;
import io.concor.experiments.testbed.DisturbedMeasurementException;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.LoadRuns;
import io.concor.experiments.testbed.MeasuredApplication;
import io.concor.experiments.testbed.MeasurementRetry;
import io.concor.experiments.testbed.Ramp;
import io.concor.experiments.testbed.SampleVariant;
import io.concor.experiments.testbed.SimulatorResult;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Experiment 1: measures the overhead of Concor. Each round starts and warms up an application of each variant,
 * measures all at a constant rate at the same time, and then increases the load of one after the other until it breaks.
 */
final class OverheadExperiment {

    private final Case which;
    private final @Nullable Database database;
    private final OverheadOptions options;
    private final MeasuredApplication.Starter starter;
    private final Consumer<String> progress;
    private final MeasurementRetry retry;
    private final List<Attempt> attempts = new ArrayList<>();
    private final List<SampleVariant> discarded = new ArrayList<>();
    private int costsAgain;
    private final Map<SampleVariant, SimulatorResult> firstRamps = new EnumMap<>(SampleVariant.class);
    private @Nullable String databaseVersion;
    private Map<String, String> machine = Map.of();

    OverheadExperiment(
            Case which,
            @Nullable Database database,
            OverheadOptions options,
            MeasuredApplication.Starter starter,
            Consumer<String> progress) {
        this.which = which;
        this.database = database;
        this.options = options;
        this.starter = starter;
        this.progress = progress;
        this.retry = new MeasurementRetry(progress);
    }

    CaseResult run() {
        Ramp ramp = options.ramp(this::search, which.startShare());
        progress.accept("Each attempt: " + ramp.description());
        for (int round = 1; round <= options.attempts().count(); round++) {
            run(round, ramp);
        }
        RampStatistics diagnosis = which.planted() ? diagnosis(ramp) : null;
        return new CaseResult(
                which.number(),
                database,
                databaseVersion,
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                machine,
                ramp,
                options.timing(),
                firstRamp(SampleVariant.PLAIN).completedBy(),
                discarded,
                costsAgain,
                attempts,
                diagnosis,
                BuildCommit.current());
    }

    /** Returns the first attempt of a variant. */
    SimulatorResult firstRamp(SampleVariant variant) {
        return Objects.requireNonNull(firstRamps.get(variant));
    }

    /** Finds the approximate breaking point, so that attempts can begin near it. */
    private int search() {
        Ramp ramp = options.search(which.searchStep());
        progress.accept("Search: " + ramp.description());
        int found = retry.measure("search", name -> {
            try (MeasuredApplication application = startWarm(name, SampleVariant.PLAIN)) {
                return LoadRuns.ramp(application, ramp, leadIn()).stableRate();
            }
        });
        progress.accept("Breaking point: about %,d/s".formatted(found));
        return found;
    }

    private void run(int number, Ramp ramp) {
        List<SampleVariant> turns = SampleVariant.turns(number);
        try (ApplicationRound<SampleVariant> round =
                new ApplicationRound<>(turns, variant -> startWarm(name(number, variant), variant))) {
            Map<SampleVariant, RequestCost> costs = costs(round, ramp);
            for (SampleVariant variant : turns) {
                add(number, variant, ramp(round, number, variant, ramp), costs.get(variant));
            }
        }
    }

    private static String name(int round, SampleVariant variant) {
        return "attempt %d %s".formatted(round, variant.title());
    }

    /** Measures all variants at the same time. Empty if cost measurements are disabled. */
    private Map<SampleVariant, RequestCost> costs(ApplicationRound<SampleVariant> round, Ramp ramp) {
        Duration time = options.costTime();
        int rate = OverheadOptions.costRate(ramp, which.startShare());
        return time.isZero() ? Map.of() : retry.measure("cost", name -> costs(round, name, rate, time));
    }

    private Map<SampleVariant, RequestCost> costs(
            ApplicationRound<SampleVariant> round, String name, int rate, Duration time) {
        try {
            return round.all(application -> CostMeasurement.measure(application, name, rate, options.costLeadIn(), time)
                    .cost());
        } catch (DisturbedMeasurementException disturbed) {
            costsAgain++;
            throw disturbed;
        }
    }

    private SimulatorResult ramp(ApplicationRound<SampleVariant> round, int number, SampleVariant variant, Ramp ramp) {
        return retry.measure(name(number, variant), name -> {
            try (MeasuredApplication application = round.take(variant).orElseGet(() -> startWarm(name, variant))) {
                databaseVersion = application.databaseVersion();
                machine = application.machine();
                SimulatorResult result = LoadRuns.ramp(application, ramp, leadIn());
                result.broken();
                return result;
            } catch (DisturbedMeasurementException disturbed) {
                discarded.add(variant);
                throw disturbed;
            }
        });
    }

    private void add(int round, SampleVariant variant, SimulatorResult ramp, @Nullable RequestCost cost) {
        Attempt attempt = Attempt.of(variant, ramp, cost);
        attempts.add(attempt);
        firstRamps.putIfAbsent(variant, ramp);
        progress.accept("%s: %s".formatted(name(round, variant), attempt.summary()));
    }

    /** Returns null if the diagnosis fails, to keep the completed attempts. */
    private @Nullable RampStatistics diagnosis(Ramp ramp) {
        try {
            return retry.measure("diagnosis", name -> diagnose(name, ramp));
        } catch (ExperimentException failed) {
            progress.accept("The statistics could not be read: " + failed.messageWithCause());
            return null;
        }
    }

    /** Runs another ramp with sampling and reads the statistics each second. */
    private RampStatistics diagnose(String name, Ramp ramp) {
        try (MeasuredApplication application = startWarm(name, SampleVariant.SAMPLED);
                StatisticsPoller poller = new StatisticsPoller(
                        application.endpoint("concorstats/" + which.sample().flow()))) {
            return poller.diagnosis(LoadRuns.ramp(application, ramp, leadIn()), ramp);
        }
    }

    private MeasuredApplication startWarm(String name, SampleVariant variant) {
        return LoadRuns.startWarm(starter, name, variant, options.attempts().warmUp());
    }

    private Duration leadIn() {
        return options.attempts().leadIn();
    }
}
