package io.concor.benchmarks.experiment;

import io.concor.simulator.mark.Marked;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Experiment 2: what it does to the throughput that a join is put in and taken out. The rate is constant. The new join
 * is like the one that serves the stage before, so that nothing but the change itself can show. Runs with and without
 * take turns, and everything is started anew for each.
 */
final class Switching {

    /** Within the stage of the resolver; the join put in divides it. */
    static final String SLOT = "at-translator";

    private static final String JOIN = "{\"pool\":\"fixed\",\"threads\":32,\"capacity\":1024}";

    /** Changes nothing, but opens once what the simulator calls with and what it calls, which is none of the change. */
    private static final String REHEARSAL = JOIN.replace("}", ",\"dryRun\":true}");

    private static final List<String> OPERATIONS = List.of("add", "delete");
    private static final int OK = 200;

    private final Workplace workplace;
    private final Database database;
    private final SwitchingOptions options;
    private final Archive archive;
    private final Consumer<String> progress;
    private Moments changed = Moments.NONE;
    private Moments unchanged = Moments.NONE;
    private String databaseVersion = "";
    private Map<String, String> machine = Map.of();

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
        for (int attempt = 1; attempt <= options.attempts().count(); attempt++) {
            Outcome without = run(rate, "unchanged-" + attempt, false);
            Outcome outcome = run(rate, "changed-" + attempt, true);
            completedBy = outcome.completedBy();
            add(rate, attempt, outcome, without);
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
                unchanged);
    }

    private Outcome run(int rate, String run, boolean changing) {
        Setting setting = new Setting(
                Sample.MO_FLOW,
                Variant.SAMPLED,
                database,
                List.of(),
                options.attempts().receiver());
        try (Bench bench =
                Bench.start(workplace, setting, workplace.folder(SwitchingResult.name(database, rate), run))) {
            databaseVersion = Objects.requireNonNull(bench.databaseVersion());
            machine = bench.machine();
            String slot = bench.endpoint("concorslots/%s/%s".formatted(Sample.MO_FLOW.flow(), SLOT))
                    .toString();
            Duration time = options.pause().multipliedBy(3);
            Loads.warmUp(bench, options.attempts().warmUp());
            return Loads.constant(bench, "run", rate, options.attempts().leadIn(), time, marks(slot, changing));
        }
    }

    private List<String> marks(String slot, boolean changing) {
        long seconds = options.pause().toSeconds();
        String rehearsal = "--at=1s=POST %s %s".formatted(slot, REHEARSAL);
        return changing
                ? List.of(
                        rehearsal,
                        "--at=%ds=POST %s %s".formatted(seconds, slot, JOIN),
                        "--at=%ds=DELETE %s".formatted(2 * seconds, slot))
                : List.of(rehearsal);
    }

    private void add(int rate, int attempt, Outcome with, Outcome without) {
        if (with.marks().size() != 1 + OPERATIONS.size()) {
            throw new ExperimentException("Not all changes were made before the run ended, but " + with.marks());
        }
        List<Marked> changes =
                with.marks().stream().skip(1).map(Switching::made).toList();
        List<Moment> moments = IntStream.range(0, changes.size())
                .mapToObj(i -> Moment.of(with, OPERATIONS.get(i), changes.get(i)))
                .toList();
        moments.forEach(moment -> progress.accept("%,d/s, attempt %d, %s: %s per second, at most %d in flight"
                .formatted(rate, attempt, moment.operation(), moment.perSecond(), moment.mostInFlight())));
        changed = changed.and(moments, with.account().totals());
        unchanged = unchanged.and(
                changes.stream().map(change -> Moment.without(without, change)).toList(),
                without.account().totals());
        if (attempt == 1) {
            draw(rate, changes, with, without);
        }
    }

    private void draw(int rate, List<Marked> changes, Outcome with, Outcome without) {
        for (int i = 0; i < changes.size(); i++) {
            archive.draw(
                    SwitchingResult.name(database, rate) + "-" + OPERATIONS.get(i),
                    Plots.change(with, without, changes.get(i)));
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
