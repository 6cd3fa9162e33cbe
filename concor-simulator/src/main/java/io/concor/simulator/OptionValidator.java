package io.concor.simulator;

import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Refuses values of options that are out of bounds, before anything is started. A value: may be shared by threads. */
public final class OptionValidator {

    /** The highest rate, in requests per second: more than one thread can send, so that a mistyped one is noticed. */
    public static final int MOST_RATE = 1_000_000;

    private static final int DAY_SECONDS = 24 * 60 * 60;

    private final CommandSpec spec;

    /**
     * Bounds of the options of a command.
     *
     * @param spec the command, whose name is told with what is refused
     */
    public OptionValidator(CommandSpec spec) {
        this.spec = spec;
    }

    /**
     * A number.
     *
     * @return the value
     * @throws ParameterException if it is not from the least to the most
     */
    public int within(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw refused("%s is %d: it must be %d to %d".formatted(option, value, least, most));
        }
        return value;
    }

    /**
     * A number that need not be whole.
     *
     * @return the value
     * @throws ParameterException if it is not from the least to the most
     */
    public double within(String option, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw refused("%s is %s: it must be %s to %s".formatted(option, value, least, most));
        }
        return value;
    }

    int rate(String option, int value, int least) {
        return within(option, value, least, MOST_RATE);
    }

    int runTime(String option, Duration value) {
        return wholeSeconds(option, value, 1, DAY_SECONDS);
    }

    void percent(String option, double value) {
        if (!(value >= 0 && value <= 100)) {
            throw refused("%s is %s: it must be 0 to 100 percent".formatted(option, value));
        }
    }

    /**
     * A time in whole seconds.
     *
     * @return the seconds
     * @throws ParameterException if they are not from the least to the most, or not whole
     */
    public int wholeSeconds(String option, Duration value, int least, int most) {
        if (value.toMillisPart() != 0 || value.toSeconds() < least || value.toSeconds() > most) {
            throw refused(
                    "%s is %d ms: it must be %d to %d whole seconds".formatted(option, value.toMillis(), least, most));
        }
        return Math.toIntExact(value.toSeconds());
    }

    /**
     * A time.
     *
     * @return the value
     * @throws ParameterException if it is not from the least to the most
     */
    public Duration within(String option, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw refused("%s is %d ms: it must be %d ms to %d ms"
                    .formatted(option, value.toMillis(), least.toMillis(), most.toMillis()));
        }
        return value;
    }

    /** What to throw where options cannot be taken; the message says what is wrong and what would be right. */
    public ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
