package io.concor.experiments.report;

import io.concor.experiments.result.ConfidenceInterval;
import io.concor.experiments.result.Equations;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Formats of numbers in tables. */
public final class NumberFormats {

    private static final double MICROS_PER_MILLI = 1000;

    private NumberFormats() {}

    public static String whole(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    public static String tenths(double value) {
        return String.format(Locale.ROOT, "%,.1f", value);
    }

    public static String fraction(double value) {
        return String.format(Locale.ROOT, "%,.2f", value);
    }

    /** Returns the date in UTC. */
    static String day(Instant moment) {
        return moment.atZone(ZoneOffset.UTC).toLocalDate().toString();
    }

    /** Returns when, from which commit, on which database and on which machine a result was measured. */
    static String origin(
            Instant ended, @Nullable String commit, @Nullable String databaseVersion, Map<String, String> machine) {
        return "%s, commit %s%s; %s"
                .formatted(
                        day(ended),
                        commit == null ? "not recorded" : commit,
                        databaseVersion == null ? "" : ", " + databaseVersion,
                        String.join(", ", machine.values()));
    }

    /** Returns a percentage with its sign. */
    static String percent(double value) {
        return String.format(Locale.ROOT, "%+.2f %%", value);
    }

    /** Returns the mean and the half width of its 95 % confidence interval, which is unknown for a single value. */
    static String interval(ConfidenceInterval interval) {
        return tenths(interval.mean()) + margin(interval);
    }

    /** Returns a percentage with its sign and the half width of its 95 % confidence interval. */
    static String percent(ConfidenceInterval interval) {
        return String.format(Locale.ROOT, "%+.1f", interval.mean()) + margin(interval) + " %";
    }

    private static String margin(ConfidenceInterval interval) {
        return Double.isNaN(interval.halfWidth()) ? "" : " ± " + tenths(interval.halfWidth());
    }

    /** Returns equation 3 of the averages and, in brackets, of each round. */
    static String deviation(List<Double> figures, List<Double> bases) {
        return Equations.deviations(figures, bases).stream()
                .map(each -> String.format(Locale.ROOT, "%+.1f", each))
                .collect(Collectors.joining(
                        ", ",
                        percent(Equations.deviation(Equations.average(figures), Equations.average(bases))) + " (",
                        ")"));
    }

    static String plainPercent(double value) {
        return String.format(Locale.ROOT, "%.2f %%", value);
    }

    /** Returns the average and, in brackets, the range. */
    static String range(Collection<Double> values) {
        return range(1, values);
    }

    /** Returns the average and range in milliseconds. */
    static String millis(Collection<Double> micros) {
        return range(2, micros.stream().map(value -> value / MICROS_PER_MILLI).toList());
    }

    private static String range(int digits, Collection<Double> values) {
        return String.format(
                Locale.ROOT,
                "%%,.%1$df (%%,.%1$df to %%,.%1$df)".formatted(digits),
                Equations.average(values),
                Collections.min(values),
                Collections.max(values));
    }
}
