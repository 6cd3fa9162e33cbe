package io.concor.experiments.switching;

import io.concor.benchmarks.report.BuildCommit;
import io.concor.experiments.report.Plots;
import io.concor.experiments.report.ResultArchive;
import io.concor.experiments.result.SwitchingResult;
import io.concor.experiments.result.ThroughputInterval;
import io.concor.experiments.result.ThroughputIntervals;
import io.concor.experiments.testbed.Database;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.LoadRuns;
import io.concor.experiments.testbed.MeasuredApplication;
import io.concor.experiments.testbed.SampleApplication;
import io.concor.experiments.testbed.SimulatorResult;
import io.concor.simulator.control.SentControlRequest;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Experiment 2: measures the effect on throughput of adding and removing a join, at a constant rate. The new join has
 * the settings of the stage that it divides, so that only the change itself has an effect. Each attempt starts an
 * application and runs it once with the changes and several times without. The position of the run with the changes
 * differs between attempts.
 */
final class SwitchingExperiment {

    /** A slot within the stage of the resolver. */
    static final String SLOT = "at-translator";

    private static final String JOIN = "{\"pool\":\"fixed\",\"threads\":32,\"capacity\":1024}";

    private static final List<String> OPERATIONS = List.of("add", "delete");
    private static final int OK = 200;

    /** The second of a run by which the dry runs have ended. */
    private static final int DRY_RUNS_ENDED = 5;

    private final Database database;
    private final SwitchingOptions options;
    private final Function<String, MeasuredApplication> starter;
    private final ResultArchive archive;
    private final Consumer<String> progress;
    private ThroughputIntervals changed = ThroughputIntervals.NONE;
    private ThroughputIntervals unchanged = ThroughputIntervals.NONE;
    private ThroughputIntervals noise = ThroughputIntervals.NONE;
    private String databaseVersion = "";
    private String completedBy = "";
    private Map<String, String> machine = Map.of();

    /**
     * Creates the experiment.
     *
     * @param starter starts the application, given the name of the folder for its files
     * @param archive stores the plots
     */
    SwitchingExperiment(
            Database database,
            SwitchingOptions options,
            Function<String, MeasuredApplication> starter,
            ResultArchive archive,
            Consumer<String> progress) {
        this.database = database;
        this.options = options;
        this.starter = starter;
        this.archive = archive;
        this.progress = progress;
    }

    SwitchingResult run(int rate) {
        for (int attempt = 1; attempt <= options.attempts().count(); attempt++) {
            run(rate, attempt);
        }
        return new SwitchingResult(
                database,
                rate,
                databaseVersion,
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                machine,
                completedBy,
                SLOT,
                changed,
                unchanged,
                noise,
                BuildCommit.current());
    }

    private void run(int rate, int attempt) {
        try (MeasuredApplication application = starter.apply("attempt-" + attempt)) {
            databaseVersion = Objects.requireNonNull(application.databaseVersion());
            machine = application.machine();
            LoadRuns.warmUp(application, options.attempts().warmUp());
            int before = positionOfChanges(attempt);
            List<SimulatorResult> without = new ArrayList<>(unchanged(application, rate, 0, before));
            SimulatorResult with = send(application, "changed", rate, changes(application));
            without.addAll(unchanged(application, rate, before, options.unchanged()));
            add(rate, attempt, with, without);
        }
    }

    /** Returns the position of the run with the changes among the runs of an attempt, from 0. */
    private int positionOfChanges(int attempt) {
        return attempt % (options.unchanged() + 1);
    }

    private List<SimulatorResult> unchanged(MeasuredApplication application, int rate, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> send(application, "unchanged-" + (i + 1), rate, List.of()))
                .toList();
    }

    private SimulatorResult send(MeasuredApplication application, String run, int rate, List<String> changes) {
        Duration time = Duration.ofSeconds(seconds());
        List<String> marks =
                Stream.concat(dryRuns(application).stream(), changes.stream()).toList();
        SimulatorResult result =
                LoadRuns.constant(application, run, rate, options.attempts().leadIn(), time, marks);
        if (result.marks().size() != marks.size()) {
            throw new ExperimentException("The run ended before all changes were made; made were " + result.marks());
        }
        result.marks().forEach(SwitchingExperiment::check);
        return result;
    }

    private int seconds() {
        return Math.toIntExact(options.pause().toSeconds() * 3);
    }

    /** Returns dry runs of the changes, which open connections and load classes before the measurement. */
    private static List<String> dryRuns(MeasuredApplication application) {
        return List.of(
                "--at=1s=POST %s %s".formatted(slot(application), JOIN.replace("}", ",\"dryRun\":true}")),
                "--at=3s=DELETE %s?dryRun=true".formatted(slot(application)));
    }

    private List<String> changes(MeasuredApplication application) {
        long seconds = options.pause().toSeconds();
        return List.of(
                "--at=%ds=POST %s %s".formatted(seconds, slot(application), JOIN),
                "--at=%ds=DELETE %s".formatted(2 * seconds, slot(application)));
    }

    private static URI slot(MeasuredApplication application) {
        return application.endpoint("concorslots/%s/%s".formatted(SampleApplication.MO_FLOW.flow(), SLOT));
    }

    private static void check(SentControlRequest mark) {
        if (mark.status() != OK) {
            throw new ExperimentException("The layout was not changed: the response to %s has status %d: %s"
                    .formatted(mark.request(), mark.status(), mark.answer()));
        }
    }

    private void add(int rate, int attempt, SimulatorResult with, List<SimulatorResult> without) {
        List<SentControlRequest> changes = with.marks()
                .subList(with.marks().size() - OPERATIONS.size(), with.marks().size());
        List<ThroughputInterval> intervals = IntStream.range(0, changes.size())
                .mapToObj(i -> ThroughputInterval.of(with, OPERATIONS.get(i), changes.get(i)))
                .toList();
        intervals.forEach(interval -> progress.accept("%,d/s, attempt %d, %s: %s per second, at most %d in flight"
                .formatted(rate, attempt, interval.operation(), interval.perSecond(), interval.mostInFlight())));
        completedBy = with.completedBy();
        changed = changed.and(intervals, with);
        without.forEach(run -> addNoise(run, changes));
        if (attempt == 1) {
            draw(rate, changes, with, without.get(0));
        }
    }

    private void addNoise(SimulatorResult run, List<SentControlRequest> changes) {
        unchanged = unchanged.and(
                changes.stream()
                        .map(change -> ThroughputInterval.without(run, change))
                        .toList(),
                run);
        noise = noise.and(ThroughputInterval.noise(run, DRY_RUNS_ENDED, seconds()), run);
    }

    private void draw(int rate, List<SentControlRequest> changes, SimulatorResult with, SimulatorResult without) {
        for (int i = 0; i < changes.size(); i++) {
            archive.draw(
                    SwitchingResult.name(database, rate) + "-" + OPERATIONS.get(i),
                    Plots.change(with, without, changes.get(i)));
        }
    }
}
