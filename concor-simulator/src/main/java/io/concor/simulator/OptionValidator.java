package io.concor.simulator;

import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Validates the options of a command. Immutable. */
public final class OptionValidator {

    /** The highest rate in requests per second. One thread cannot send more. */
    public static final int MAX_RATE = 1_000_000;

    private static final int DAY_SECONDS = 24 * 60 * 60;
    private static final int MAX_PERCENT = 100;

    private final CommandSpec spec;

    /**
     * Creates a validator.
     *
     * @param spec the command that the error messages refer to
     */
    public OptionValidator(CommandSpec spec) {
        this.spec = spec;
    }

    /**
     * Requires a number between two bounds, inclusive.
     *
     * @return the value
     * @throws ParameterException if the value is out of bounds
     */
    public int requireBetween(String option, int value, int min, int max) {
        if (value < min || value > max) {
            throw outOfBounds(option, value, min, max, "");
        }
        return value;
    }

    /**
     * Requires a number between two bounds, inclusive.
     *
     * @return the value
     * @throws ParameterException if the value is out of bounds
     */
    public double requireBetween(String option, double value, double min, double max) {
        if (!(value >= min && value <= max)) {
            throw outOfBounds(option, value, min, max, "");
        }
        return value;
    }

    /**
     * Requires a duration between two bounds, inclusive.
     *
     * @return the value
     * @throws ParameterException if the value is out of bounds
     */
    public Duration requireBetween(String option, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw outOfBounds(option, value.toMillis() + " ms", min.toMillis(), max.toMillis(), " ms");
        }
        return value;
    }

    /**
     * Requires a duration of whole seconds between two bounds, inclusive.
     *
     * @return the value in seconds
     * @throws ParameterException if the value is out of bounds or not in whole seconds
     */
    public int requireWholeSeconds(String option, Duration value, int min, int max) {
        if (value.toMillisPart() != 0 || value.toSeconds() < min || value.toSeconds() > max) {
            throw outOfBounds(option, value.toMillis() + " ms", min, max, " whole seconds");
        }
        return Math.toIntExact(value.toSeconds());
    }

    int requireRate(String option, int value, int min) {
        return requireBetween(option, value, min, MAX_RATE);
    }

    int requireRunTime(String option, Duration value) {
        return requireWholeSeconds(option, value, 1, DAY_SECONDS);
    }

    void requirePercent(String option, double value) {
        if (!(value >= 0 && value <= MAX_PERCENT)) {
            throw outOfBounds(option, value, 0, MAX_PERCENT, " percent");
        }
    }

    /** Returns an exception for invalid options. The message states what is wrong and what is valid. */
    public ParameterException invalid(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private ParameterException outOfBounds(String option, Object value, Number min, Number max, String unit) {
        return invalid("%s is %s: it must be between %s and %s%s".formatted(option, value, min, max, unit));
    }
}
