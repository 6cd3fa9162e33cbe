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
 * Result of experiment 1 for a case and a database.
 *
 * @param number number of the case
 * @param database null for none
 * @param databaseVersion name and version of the server; null for none
 * @param ended end of the experiment
 * @param machine facts about the machine
 * @param ramp load of each attempt
 * @param timing durations of the phases before the ramp
 * @param completedBy what completed a request
 * @param discarded variants of attempts that were repeated because their first rate was not stable
 * @param costsAgain number of repeated cost measurements, because too few requests were completed or CPU times were
 *     unknown
 * @param attempts attempts in chronological order
 * @param diagnosis statistics before and at the breaking point; null without a planted bottleneck, or if they could not
 *     be read
 * @param commit the measured commit; null in results that do not contain it
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
        @Nullable RampStatistics diagnosis,
        @Nullable String commit) {

    /** Returns the name of files, tables and plots. */
    public static String name(Case which, @Nullable Database database) {
        return "case-" + which.number() + (database == null ? "" : "-" + database);
    }

    public Case which() {
        return Case.number(number);
    }

    public String name() {
        return name(which(), database);
    }

    /** Returns the title in tables of several cases. */
    public String title() {
        return "Case " + number + (database == null ? "" : ", " + database.title());
    }

    public List<Attempt> attempts(SampleVariant variant) {
        return attempts.stream().filter(attempt -> attempt.variant() == variant).toList();
    }

    /** Returns a figure of all attempts of a variant, in the order of the rounds. */
    public List<Double> figures(SampleVariant variant, ToDoubleFunction<Attempt> figure) {
        return attempts(variant).stream().map(figure::applyAsDouble).toList();
    }

    public List<Double> breakingPoints(SampleVariant variant) {
        return figures(variant, Attempt::breakingPoint);
    }

    public double average(SampleVariant variant) {
        return Equations.average(breakingPoints(variant));
    }

    /** Returns whether the costs of requests were measured. */
    public boolean hasCosts() {
        return attempts.stream().allMatch(attempt -> attempt.cost() != null);
    }

    /** Returns a figure of the costs of a variant, in the order of the rounds. */
    public List<Double> costs(SampleVariant variant, ToDoubleFunction<RequestCost> figure) {
        return figures(variant, attempt -> figure.applyAsDouble(Objects.requireNonNull(attempt.cost())));
    }
}
