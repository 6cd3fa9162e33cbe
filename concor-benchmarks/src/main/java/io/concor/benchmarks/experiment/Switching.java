package io.concor.benchmarks.experiment;

import io.concor.benchmarks.report.Machine;
import io.concor.simulator.mark.Marked;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Experiment 2: what it does to the throughput that a join is put in and taken out. The rate is constant. The new join
 * is like the one that serves the stage before, so that nothing but the change itself can show. Runs with and without
 * take turns, and everything is started anew for each.
 */
final class Switching {

    /** Within the stage of the resolver; the join put in divides it. */
    static final String SLOT = "at-translator";

    private static final String JOIN = "{\"pool\":\"fixed\",\"threads\":32,\"capacity\":1024}";

    /** It changes nothing, but opens the port that manages the application, which is to be done before. */
    private static final String REHEARSAL = JOIN.replace("}", ",\"dryRun\":true}");

    private static final int OK = 200;
    private static final double MILLIS = 1000;

    private final Workplace workplace;
    private final Database database;
    private final SwitchingOptions options;
    private final Archive archive;
    private final Consumer<String> progress;
    private final List<Moment> changed = new ArrayList<>();
    private final List<Moment> unchanged = new ArrayList<>();
    private String databaseVersion = "";

    Switching(
            Workplace workplace,
            Database database,
            SwitchingOptions options,
            Archive archive,
            Consumer<String> progress) {
        this.workplace = workplace;
        this.database = database;
        this.options = options;
        this.archive = archive;
        this.progress = progress;
    }

    SwitchingResult run(int rate) {
        String completedBy = "";
        for (int attempt = 1; attempt <= options.attempts(); attempt++) {
            Outcome without = run(rate, "unchanged-" + attempt, false);
            Outcome outcome = run(rate, "changed-" + attempt, true);
            completedBy = outcome.completedBy();
            add(rate, attempt, outcome, without);
        }
        return new SwitchingResult(
                rate,
                databaseVersion,
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                Machine.hardware(),
                completedBy,
                SLOT,
                changed,
                unchanged);
    }

    private Outcome run(int rate, String run, boolean changing) {
        Setting setting = new Setting(Sample.MO_FLOW, Variant.SAMPLED, database, List.of());
        try (Bench bench = Bench.start(workplace, setting, workplace.folder(SwitchingResult.name(rate), run))) {
            databaseVersion = Objects.requireNonNull(bench.databaseVersion());
            String slot = bench.endpoint("concorslots/%s/%s".formatted(Sample.MO_FLOW.flow(), SLOT))
                    .toString();
            Loads.warmUp(bench, rate, options.warmUp(), "--at=0s=POST %s %s".formatted(slot, REHEARSAL));
            Duration time = options.pause().multipliedBy(3);
            return Loads.constant(bench, "run", rate, time, changing ? changes(slot) : new String[0]);
        }
    }

    private String[] changes(String slot) {
        return new String[] {
            "--at=%ds=POST %s %s".formatted(options.pause().toSeconds(), slot, JOIN),
            "--at=%ds=DELETE %s".formatted(2 * options.pause().toSeconds(), slot)
        };
    }

    private void add(int rate, int attempt, Outcome outcome, Outcome without) {
        List<String> operations = List.of("add", "delete");
        if (outcome.marks().size() != operations.size()) {
            throw new ExperimentException(
                    "Of %d changes the simulator has made %s".formatted(operations.size(), outcome.marks()));
        }
        for (int i = 0; i < operations.size(); i++) {
            Marked mark = made(outcome.marks().get(i));
            Moment moment = Moment.of(outcome, operations.get(i), mark.atMillis() / MILLIS, mark.tookMillis());
            changed.add(moment);
            unchanged.add(Moment.of(without, "none", mark.atMillis() / MILLIS, 0));
            progress.accept("%,d/s, attempt %d, %s: %s per second, fewest per 10 ms %d"
                    .formatted(rate, attempt, moment.operation(), moment.perSecond(), moment.fewest()));
            if (attempt == 1) {
                archive.draw(
                        SwitchingResult.name(rate) + "-" + operations.get(i), Plots.change(outcome, without, mark));
            }
        }
    }

    private static Marked made(Marked mark) {
        if (mark.status() != OK) {
            throw new ExperimentException("The layout was not changed: %s was answered %d, %s"
                    .formatted(mark.request(), mark.status(), mark.answer()));
        }
        return mark;
    }
}
