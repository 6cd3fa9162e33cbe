package io.concor.experiments.switching;

import io.concor.experiments.options.AttemptOptions;
import io.concor.experiments.result.ThroughputInterval;
import io.concor.simulator.OptionValidator;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the attempts of experiment 2. */
final class SwitchingOptions {

    /** The interval after a change must end before the next change. */
    private static final int MIN_PAUSE_SECONDS = ThroughputInterval.SECONDS + 1;

    private static final int MAX_UNCHANGED = 10;

    @Mixin
    private final AttemptOptions attempts = new AttemptOptions();

    @Option(
            names = "--pause",
            defaultValue = "10s",
            description = "Whole seconds from the start to the addition, to the removal, to the end. Minimum: "
                    + MIN_PAUSE_SECONDS + "s. Default: ${DEFAULT-VALUE}.")
    private Duration pause = Duration.ZERO;

    @Option(
            names = "--unchanged",
            defaultValue = "3",
            description = "Runs without changes in each attempt, which show the noise. Default: ${DEFAULT-VALUE}.")
    private int unchanged;

    void check(OptionValidator validator) {
        attempts.check(validator);
        validator.requireBetween("--unchanged", unchanged, 1, MAX_UNCHANGED);
        validator.requireWholeSeconds("--pause", pause, MIN_PAUSE_SECONDS, AttemptOptions.MAX_SECONDS);
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
