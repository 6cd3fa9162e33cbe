package io.concor.experiments.result;

import io.concor.experiments.testbed.Database;
import io.concor.experiments.testbed.Ramp;
import io.concor.experiments.testbed.SampleVariant;
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
 * @param timing of what came before
 * @param completedBy what completed a request
 * @param discarded attempts that were made once more, because not even their first rate had been stable
 * @param costsAgain how many times the costs were measured once more, because too little had been completed, or
 *     CPU times could not be read for too long
 * @param attempts in the order in which they were made
 * @param diagnosis what the statistics told; null where nothing was planted, or they could not be read
 */
public record CaseResult(
        int number,
        @Nullable Database database,
        @Nullable String databaseVersion,
        Instant ended,
        Map<String, String> machine,
        Ramp ramp,
        PhaseDurations timing,
        String completedBy,
        List<SampleVariant> discarded,
        int costsAgain,
        List<Attempt> attempts,
        @Nullable Diagnosis diagnosis) {

    /** By which files, tables and plots are called. */
    public static String name(Case which, @Nullable Database database) {
        return "case-" + which.number() + (database == null ? "" : "-" + database);
    }

    public Case which() {
        return Case.number(number);
    }

    public String name() {
        return name(which(), database);
    }

    /** As it stands in tables of several cases. */
    public String title() {
        return "Case " + number + (database == null ? "" : ", " + database.title());
    }

    public List<Attempt> attempts(SampleVariant variant) {
        return attempts.stream().filter(attempt -> attempt.variant() == variant).toList();
    }

    /** Figures of the attempts of a variant, one of each round. */
    public List<Double> figures(SampleVariant variant, ToDoubleFunction<Attempt> figure) {
        return attempts(variant).stream().map(figure::applyAsDouble).toList();
    }

    public List<Double> breakingPoints(SampleVariant variant) {
        return figures(variant, Attempt::breakingPoint);
    }

    public double average(SampleVariant variant) {
        return Equations.average(breakingPoints(variant));
    }

    /** Whether it was measured what requests cost. */
    public boolean hasCosts() {
        return attempts.stream().allMatch(attempt -> attempt.cost() != null);
    }

    /** Figures of what requests cost. */
    public List<Double> costs(SampleVariant variant, ToDoubleFunction<RequestCost> figure) {
        return figures(variant, attempt -> figure.applyAsDouble(Objects.requireNonNull(attempt.cost())));
    }
}
