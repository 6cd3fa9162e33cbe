package io.concor.simulator;

import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Refuses values of options that are out of bounds. */
final class Bounds {

    /** More than one thread can send, so that a mistyped rate is noticed. */
    static final int MOST_RATE = 1_000_000;

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration DAY = Duration.ofDays(1);

    private final CommandSpec spec;

    Bounds(CommandSpec spec) {
        this.spec = spec;
    }

    int within(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw refused("%s is %d: it must be %d to %d".formatted(option, value, least, most));
        }
        return value;
    }

    int rate(String option, int value, int least) {
        return within(option, value, least, MOST_RATE);
    }

    int runTime(String option, Duration value) {
        return wholeSeconds(option, value, SECOND, DAY);
    }

    void percent(String option, double value) {
        if (!(value >= 0 && value <= 100)) {
            throw refused("%s is %s: it must be 0 to 100 percent".formatted(option, value));
        }
    }

    int wholeSeconds(String option, Duration value, Duration least, Duration most) {
        if (value.toMillisPart() != 0) {
            throw refused("%s is %d ms: whole seconds are needed".formatted(option, value.toMillis()));
        }
        return Math.toIntExact(within(option, value, least, most).toSeconds());
    }

    Duration within(String option, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw refused("%s is %d ms: it must be %d ms to %d ms"
                    .formatted(option, value.toMillis(), least.toMillis(), most.toMillis()));
        }
        return value;
    }

    ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
