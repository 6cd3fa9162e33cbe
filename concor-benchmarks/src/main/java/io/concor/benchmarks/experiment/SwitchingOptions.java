package io.concor.benchmarks.experiment;

import io.concor.simulator.DurationConverter;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How attempts of experiment 2 are made. */
final class SwitchingOptions {

    private static final int MOST_SECONDS = 600;

    @Option(
            names = "--attempts",
            defaultValue = "3",
            description = "Attempts with the changes, and as many without (default: ${DEFAULT-VALUE}).")
    private int attempts;

    @Option(
            names = "--warm-up",
            converter = DurationConverter.class,
            defaultValue = "75s",
            description = "For how long the application is warmed up before, at rates that grow to the one of the"
                    + " run; 0s: not at all (default: ${DEFAULT-VALUE}).")
    private Duration warmUp = Duration.ZERO;

    @Option(
            names = "--pause",
            converter = DurationConverter.class,
            defaultValue = "10s",
            description = "From the start to the addition, to the deletion, to the end (default: ${DEFAULT-VALUE}).")
    private Duration pause = Duration.ZERO;

    void check(Bounds bounds) {
        bounds.within("--attempts", attempts, 1, 100);
        bounds.wholeSeconds("--warm-up", warmUp, 0, MOST_SECONDS);
        bounds.wholeSeconds("--pause", pause, Moment.WATCHED + 1, MOST_SECONDS);
    }

    int attempts() {
        return attempts;
    }

    Duration warmUp() {
        return warmUp;
    }

    Duration pause() {
        return pause;
    }
}
