package io.concor.experiments.switching;

import io.concor.experiments.options.AttemptOptions;
import io.concor.experiments.result.ThroughputInterval;
import io.concor.simulator.OptionValidator;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How attempts of experiment 2 are made. */
final class SwitchingOptions {

    /** So that what is watched after a change is over before the next. */
    private static final int LEAST_PAUSE_SECONDS = ThroughputInterval.WATCHED + 1;

    private static final int MOST_UNCHANGED = 10;

    @Mixin
    private final AttemptOptions attempts = new AttemptOptions();

    @Option(
            names = "--pause",
            defaultValue = "10s",
            description = "From the start to the addition, to the deletion, to the end, in whole seconds, "
                    + LEAST_PAUSE_SECONDS + " at least"
                    + " (default: ${DEFAULT-VALUE}).")
    private Duration pause = Duration.ZERO;

    @Option(
            names = "--unchanged",
            defaultValue = "3",
            description = "Runs without a change in each attempt, beside the one with the changes: the noise"
                    + " (default: ${DEFAULT-VALUE}).")
    private int unchanged;

    void check(OptionValidator validator) {
        attempts.check(validator);
        validator.requireBetween("--unchanged", unchanged, 1, MOST_UNCHANGED);
        validator.requireWholeSeconds("--pause", pause, LEAST_PAUSE_SECONDS, AttemptOptions.MOST_SECONDS);
    }

    AttemptOptions attempts() {
        return attempts;
    }

    Duration pause() {
        return pause;
    }

    int unchanged() {
        return unchanged;
    }
}
