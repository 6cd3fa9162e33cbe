package io.concor.benchmarks.experiment;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Experiment 1, one case on one database.
 *
 * @param number of the case
 * @param database null for none
 * @param databaseVersion name and version of its server; null for none
 * @param ended when
 * @param machine what it ran on
 * @param ramp how each attempt looked for the breaking point
 * @param warmUpSeconds for how long each was warmed up before
 * @param completedBy what completed a request
 * @param repeated how many attempts were made once more, because not even their first rate had been stable
 * @param attempts in the order in which they were made
 * @param diagnosis what the statistics told; null where nothing was planted
 */
record CaseResult(
        int number,
        @Nullable Database database,
        @Nullable String databaseVersion,
        Instant ended,
        Map<String, String> machine,
        Ramp ramp,
        long warmUpSeconds,
        String completedBy,
        int repeated,
        List<Attempt> attempts,
        @Nullable Diagnosis diagnosis) {

    /** By which files, tables and plots are called. */
    static String name(Case which, @Nullable Database database) {
        return "case-" + which.number() + (database == null ? "" : "-" + database);
    }

    Case which() {
        return Case.number(number);
    }

    String name() {
        return name(which(), database);
    }

    /** As it stands in tables of several cases. */
    String title() {
        return "Case " + number + (database == null ? "" : ", " + database.title());
    }

    List<Attempt> attempts(Variant variant) {
        return attempts.stream().filter(attempt -> attempt.variant() == variant).toList();
    }

    List<Double> breakingPoints(Variant variant) {
        return attempts(variant).stream()
                .map(attempt -> (double) attempt.breakingPoint())
                .toList();
    }

    double average(Variant variant) {
        return Equations.average(breakingPoints(variant));
    }

    /** Figures of what requests cost; empty where it was not measured. */
    List<Double> costs(Variant variant, ToDoubleFunction<Cost> figure) {
        return attempts(variant).stream()
                .map(Attempt::cost)
                .filter(Objects::nonNull)
                .map(figure::applyAsDouble)
                .toList();
    }
}
