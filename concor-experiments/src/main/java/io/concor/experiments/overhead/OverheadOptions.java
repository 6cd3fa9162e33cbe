package io.concor.experiments.overhead;

import io.concor.experiments.options.AttemptOptions;
import io.concor.experiments.result.PhaseDurations;
import io.concor.experiments.testbed.Ramp;
import io.concor.experiments.testbed.SampleVariant;
import io.concor.simulator.OptionValidator;
import java.time.Duration;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the attempts of experiment 1. */
final class OverheadOptions {

    /** All variants together use a third of the breaking point, so that the machine is not saturated. */
    private static final int COST_SHARE = 3;

    /** Number of steps from the first rate to the breaking point of the search. */
    private static final int STEPS = 30;

    /** With this limit a ramp reaches the breaking point before the simulator is considered hanging. */
    private static final int MAX_STEP_SECONDS = 60;

    @Mixin
    private final AttemptOptions attempts = new AttemptOptions();

    @Option(
            names = "--start",
            description =
                    "First rate in requests per second. Default: 50 (case 1), 75 (case 2) or 70 percent of the breaking"
                            + " point that a quick search finds. If set, there is no search.")
    private @Nullable Integer start;

    @Option(
            names = "--step",
            description = "Increase of the rate per step. Default: a 30th of the distance to the breaking point that"
                    + " the search finds, or that --start implies.")
    private @Nullable Integer step;

    @Option(
            names = "--every",
            defaultValue = "2s",
            description = "Duration of a step. The thesis used 10s. Default: ${DEFAULT-VALUE}.")
    private Duration every = Duration.ZERO;

    @Option(
            names = "--settle",
            defaultValue = "10s",
            description = "Minimum duration of a fluctuation that breaks the application. The thesis used 15s. Default:"
                    + " ${DEFAULT-VALUE}.")
    private Duration settle = Duration.ZERO;

    @Option(
            names = "--backlog",
            defaultValue = "80ms",
            description = "Maximum growth of the backlog. Default: ${DEFAULT-VALUE}.")
    private Duration backlog = Duration.ZERO;

    @Option(
            names = "--cost-time",
            defaultValue = "60s",
            description =
                    "Duration of the measurement of CPU time and latency, in each round, of all variants at the same"
                            + " time, at a third of the expected breaking point; 0s for none. Default:"
                            + " ${DEFAULT-VALUE}.")
    private Duration costTime = Duration.ZERO;

    void check(OptionValidator validator) {
        attempts.check(validator);
        if (start != null) {
            validator.requireBetween("--start", start, 1, AttemptOptions.MAX_RATE);
        }
        if (step != null) {
            validator.requireBetween("--step", step, 1, AttemptOptions.MAX_RATE);
        }
        validator.requireWholeSeconds("--every", every, 1, MAX_STEP_SECONDS);
        validator.requireWholeSeconds("--settle", settle, 1, AttemptOptions.MAX_SECONDS);
        validator.requireBetween("--backlog", backlog, Duration.ofMillis(1), Duration.ofMinutes(1));
        validator.requireWholeSeconds("--cost-time", costTime, 0, AttemptOptions.MAX_SECONDS);
    }

    AttemptOptions attempts() {
        return attempts;
    }

    /**
     * Returns the load of attempts.
     *
     * @param search finds the approximate breaking point; not called if --start is set
     * @param startShare first rate as a share of the breaking point
     */
    Ramp ramp(IntSupplier search, double startShare) {
        int about = start == null ? search.getAsInt() : about(start, startShare);
        int first = start == null ? Math.max(1, (int) Math.round(about * startShare)) : start;
        int each = step == null ? Math.max(1, Math.round((float) (about - first) / STEPS)) : step;
        return new Ramp(first, each, every, settle, backlog);
    }

    /** Returns the load of the search. */
    Ramp search(int searchStep) {
        return Ramp.search(searchStep, settle, backlog);
    }

    /** Returns the duration of a cost measurement; 0 if disabled. */
    Duration costTime() {
        return costTime;
    }

    PhaseDurations timing() {
        return new PhaseDurations(attempts.warmUp(), attempts.leadIn(), costTime);
    }

    /**
     * Returns the rate of each variant in cost measurements. All together have a third of the expected breaking point.
     */
    static int costRate(Ramp ramp, double startShare) {
        return Math.max(1, about(ramp.start(), startShare) / COST_SHARE / SampleVariant.values().length);
    }

    /** Returns a lead-in that is longer because the simulators of all variants warm up at the same time. */
    Duration costLeadIn() {
        return attempts.leadIn().multipliedBy(SampleVariant.values().length);
    }

    private static int about(int start, double startShare) {
        return (int) Math.round(start / startShare);
    }
}
