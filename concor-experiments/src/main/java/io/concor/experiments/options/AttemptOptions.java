package io.concor.experiments.options;

import io.concor.simulator.CallbackReceiverType;
import io.concor.simulator.OptionValidator;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Options for the attempts of both experiments, and the phases before each attempt. */
public final class AttemptOptions {

    /** Maximum rate in requests per second. */
    public static final int MAX_RATE = 100_000;

    /** Maximum of all durations. */
    public static final int MAX_SECONDS = 600;

    private static final int MAX_ATTEMPTS = 100;

    /** The simulator limits a lead-in to 600 s, and a cost measurement uses three times this value. */
    private static final int MAX_LEAD_IN_SECONDS = 200;

    @Option(
            names = "--attempts",
            defaultValue = "3",
            description = "Number of attempts, each with a newly started application. Default: ${DEFAULT-VALUE}.")
    private int count;

    @Option(
            names = "--warm-up",
            defaultValue = "75s",
            description = "Warm-up of each application, at a low rate; 0s for none. Default: ${DEFAULT-VALUE}.")
    private Duration warmUp = Duration.ZERO;

    @Option(
            names = "--lead-in",
            defaultValue = "30s",
            description = "Lead-in of each measured run, which warms up the simulator; 0s for none. Default:"
                    + " ${DEFAULT-VALUE}.")
    private Duration leadIn = Duration.ZERO;

    @Option(
            names = "--receiver",
            defaultValue = "own",
            description =
                    "Server that mo-flow and ussd call: ${COMPLETION-CANDIDATES}. The thesis used wiremock. Default:"
                            + " ${DEFAULT-VALUE}.")
    private CallbackReceiverType receiver = CallbackReceiverType.own;

    public void check(OptionValidator validator) {
        validator.requireBetween("--attempts", count, 1, MAX_ATTEMPTS);
        validator.requireWholeSeconds("--warm-up", warmUp, 0, MAX_SECONDS);
        validator.requireWholeSeconds("--lead-in", leadIn, 0, MAX_LEAD_IN_SECONDS);
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
