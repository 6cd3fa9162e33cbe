package io.concor.experiments.options;

import io.concor.simulator.CallbackReceiverType;
import io.concor.simulator.OptionValidator;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How many attempts an experiment makes, and what comes before each. */
public final class AttemptOptions {

    /** Of any load, in requests per second. */
    public static final int MOST_RATE = 100_000;

    /** Of any time that can be said. */
    public static final int MOST_SECONDS = 600;

    private static final int MOST = 100;

    /** Three of them are as long as a lead-in of the simulator may be. */
    private static final int MOST_LEAD_IN_SECONDS = 200;

    @Option(
            names = "--attempts",
            defaultValue = "3",
            description = "Attempts, each with a newly started application (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(
            names = "--warm-up",
            defaultValue = "75s",
            description = "For how long the application is warmed up before, by few requests at a time; 0s: not at all"
                    + " (default: ${DEFAULT-VALUE}).")
    private Duration warmUp = Duration.ZERO;

    @Option(
            names = "--lead-in",
            defaultValue = "30s",
            description = "For how long the rate leads to the first of each run that is measured, which warms up the"
                    + " simulator; 0s: not at all (default: ${DEFAULT-VALUE}).")
    private Duration leadIn = Duration.ZERO;

    @Option(
            names = "--receiver",
            defaultValue = "own",
            description = "What mo-flow and ussd call: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}; thesis:"
                    + " wiremock).")
    private CallbackReceiverType receiver = CallbackReceiverType.own;

    public void check(OptionValidator validator) {
        validator.requireBetween("--attempts", count, 1, MOST);
        validator.requireWholeSeconds("--warm-up", warmUp, 0, MOST_SECONDS);
        validator.requireWholeSeconds("--lead-in", leadIn, 0, MOST_LEAD_IN_SECONDS);
    }

    public int count() {
        return count;
    }

    public CallbackReceiverType receiver() {
        return receiver;
    }

    public Duration warmUp() {
        return warmUp;
    }

    public Duration leadIn() {
        return leadIn;
    }
}
