package io.concor.benchmarks.experiment;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Experiment 1: what Concor costs. The three variants take turns; everything is started anew for each attempt, warmed
 * up, and then sent more and more until it breaks.
 */
final class Overhead {

    private static final int TRIES = 3;

    private final Workplace workplace;
    private final Case which;
    private final @Nullable Database database;
    private final OverheadOptions options;
    private final Consumer<String> progress;
    private final List<Attempt> attempts = new ArrayList<>();
    private final Map<Variant, Outcome> firstRamps = new EnumMap<>(Variant.class);
    private int repeated;
    private @Nullable String databaseVersion;
    private Map<String, String> machine = Map.of();

    Overhead(
            Workplace workplace,
            Case which,
            @Nullable Database database,
            OverheadOptions options,
            Consumer<String> progress) {
        this.workplace = workplace;
        this.which = which;
        this.database = database;
        this.options = options;
        this.progress = progress;
    }

    CaseResult run() {
        Ramp ramp = options.ramp(this::search, which.startShare());
        progress.accept("Each attempt " + ramp.description());
        for (int number = 1; number <= options.attempts().count(); number++) {
            for (Variant variant : Variant.values()) { // in turns, so that what disturbs the machine disturbs all
                add(number, variant, ramp);
            }
        }
        Diagnosis diagnosis = which.planted() ? diagnosis(ramp) : null;
        return new CaseResult(
                which.number(),
                database,
                databaseVersion,
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                machine,
                ramp,
                options.attempts().warmUp().toSeconds(),
                firstRamp(Variant.PLAIN).completedBy(),
                repeated,
                attempts,
                diagnosis);
    }

    /** What the simulator measured in the first attempt of a variant, when it has run. */
    Outcome firstRamp(Variant variant) {
        return Objects.requireNonNull(firstRamps.get(variant));
    }

    /** The breaking point in a hurry, so that attempts can begin near to it. */
    private int search() {
        Ramp ramp = options.search(which.searchStep());
        progress.accept("Search " + ramp.description());
        int found = patiently("search", () -> search(ramp));
        progress.accept("Breaks at about %,d/s".formatted(found));
        return found;
    }

    private int search(Ramp ramp) {
        try (Bench bench = start("search", Variant.PLAIN)) {
            Loads.warmUp(bench, options.attempts().warmUp());
            return Loads.ramp(bench, ramp, options.attempts().leadIn()).stableRate();
        }
    }

    private void add(int number, Variant variant, Ramp ramp) {
        String name = "attempt %d %s".formatted(number, variant.title());
        Attempt attempt = patiently(name, () -> attempt(name.replace(' ', '-'), variant, ramp));
        attempts.add(attempt);
        progress.accept("%s: %s".formatted(name, attempt.summary()));
    }

    private Attempt attempt(String name, Variant variant, Ramp ramp) {
        try (Bench bench = start(name, variant)) {
            databaseVersion = bench.databaseVersion();
            machine = bench.machine();
            Loads.warmUp(bench, options.attempts().warmUp());
            Cost cost = options.cost(bench, ramp, which.startShare());
            Outcome outcome = Loads.ramp(bench, ramp, options.attempts().leadIn());
            Attempt attempt = Attempt.of(variant, outcome, cost);
            firstRamps.putIfAbsent(variant, outcome);
            return attempt;
        }
    }

    /** Null where it fails: the attempts before are worth more. */
    private @Nullable Diagnosis diagnosis(Ramp ramp) {
        try {
            return patiently("diagnosis", () -> diagnose(ramp));
        } catch (ExperimentException failed) {
            progress.accept("No statistics were read. " + ExperimentCommand.words(failed));
            return null;
        }
    }

    /** One more ramp with sampling, in which the statistics are read each second. */
    private Diagnosis diagnose(Ramp ramp) {
        try (Bench bench = start("diagnosis", Variant.SAMPLED)) {
            Loads.warmUp(bench, options.attempts().warmUp());
            try (Watch watch =
                    new Watch(bench.endpoint("concorstats/" + which.sample().flow()))) {
                return watch.diagnosis(
                        Loads.ramp(bench, ramp, options.attempts().leadIn()), ramp);
            }
        }
    }

    /** Makes an attempt once more where it was disturbed; the last one fails. */
    private <T> T patiently(String name, Supplier<T> attempt) {
        for (int tries = 1; tries < TRIES; tries++) {
            try {
                return attempt.get();
            } catch (DisturbedException disturbed) {
                repeated++;
                progress.accept(name + ": not even the first rate was stable; once more");
            }
        }
        return attempt.get();
    }

    private Bench start(String name, Variant variant) {
        Setting setting = new Setting(
                which.sample(),
                variant,
                database,
                which.profiles(),
                options.attempts().receiver());
        return Bench.start(workplace, setting, workplace.folder(CaseResult.name(which, database), name));
    }
}
