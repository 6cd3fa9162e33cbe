package io.concor.experiments.batch;

import io.concor.simulator.OptionValidator;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Option;

/** The option for the distance to the database. */
final class DelayOption {

    private static final Duration LONGEST = Duration.ofSeconds(1);

    @Option(
            names = "--delay",
            defaultValue = "1ms",
            description = "What each round trip to the database takes longer, as between machines. Default:"
                    + " ${DEFAULT-VALUE}.")
    private Duration delay = Duration.ZERO;

    void check(OptionValidator validator) {
        validator.requireBetween("--delay", delay, Duration.ZERO, LONGEST);
    }

    Duration delay() {
        return delay;
    }

    long micros() {
        return TimeUnit.NANOSECONDS.toMicros(delay.toNanos());
    }
}
