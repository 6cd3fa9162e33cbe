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

/** How attempts of experiment 1 are made. */
final class OverheadOptions {

    private static final int SEARCH_STEPS_BEFORE = 4;

    /** So that nothing is short of anything, with three of everything. */
    private static final int COST_SHARE = 3;

    /** From the first rate to the breaking point that was found in a hurry. */
    private static final int STEPS = 30;

    /** With so many steps, the breaking point is to be reached before a simulator is taken for one that hangs. */
    private static final int MOST_STEP_SECONDS = 60;

    @Mixin
    private final AttemptOptions attempts = new AttemptOptions();

    @Option(
            names = "--start",
            description =
                    "First rate in requests per second. By default it is 50 (case 1), 75 (case 2) or 70 percent of"
                            + " the breaking point that a quick search has found; where it is said, nothing is searched.")
    private @Nullable Integer start;

    @Option(
            names = "--step",
            description =
                    "What each step adds. By default the breaking point that the search has found, or that --start"
                            + " is a share of, is reached in 30 steps.")
    private @Nullable Integer step;

    @Option(
            names = "--every",
            defaultValue = "2s",
            description = "Length of a step (default: ${DEFAULT-VALUE}; thesis: 10s).")
    private Duration every = Duration.ZERO;

    @Option(
            names = "--settle",
            defaultValue = "10s",
            description = "A fluctuation that lasts so long has not settled (default: ${DEFAULT-VALUE}; thesis: 15s).")
    private Duration settle = Duration.ZERO;

    @Option(
            names = "--backlog",
            defaultValue = "80ms",
            description = "How far the backlog may grow (default: ${DEFAULT-VALUE}).")
    private Duration backlog = Duration.ZERO;

    @Option(
            names = "--cost-time",
            defaultValue = "60s",
            description =
                    "For how long CPU and latency of the three are measured side by side in each round, together at"
                            + " a third of the breaking point that the search has found, or that --start is a share of; 0s: not at all (default: ${DEFAULT-VALUE}).")
    private Duration costTime = Duration.ZERO;

    void check(OptionValidator validator) {
        attempts.check(validator);
        if (start != null) {
            validator.requireBetween("--start", start, 1, AttemptOptions.MOST_RATE);
        }
        if (step != null) {
            validator.requireBetween("--step", step, 1, AttemptOptions.MOST_RATE);
        }
        validator.requireWholeSeconds("--every", every, 1, MOST_STEP_SECONDS);
        validator.requireWholeSeconds("--settle", settle, 1, AttemptOptions.MOST_SECONDS);
        validator.requireBetween("--backlog", backlog, Duration.ofMillis(1), Duration.ofMinutes(1));
        validator.requireWholeSeconds("--cost-time", costTime, 0, AttemptOptions.MOST_SECONDS);
    }

    AttemptOptions attempts() {
        return attempts;
    }

    /**
     * How attempts look for the breaking point.
     *
     * @param search finds it in a hurry; only asked where no start was given
     * @param startShare where attempts start, as a share of it
     */
    Ramp ramp(IntSupplier search, double startShare) {
        int about = start == null ? search.getAsInt() : about(start, startShare);
        int first = start == null ? Math.max(1, (int) Math.round(about * startShare)) : start;
        int each = step == null ? Math.max(1, Math.round((float) (about - first) / STEPS)) : step;
        return new Ramp(first, each, every, settle, backlog);
    }

    /** A ramp in a hurry. */
    Ramp search(int searchStep) {
        return new Ramp(SEARCH_STEPS_BEFORE * searchStep, searchStep, Duration.ofSeconds(1), settle, backlog);
    }

    /** For how long costs are measured; may be 0. */
    Duration costTime() {
        return costTime;
    }

    PhaseDurations timing() {
        return new PhaseDurations(attempts.warmUp(), attempts.leadIn(), costTime);
    }

    /** For each of the variants, which together have a third of the breaking point, as far as it is known before. */
    static int costRate(Ramp ramp, double startShare) {
        return Math.max(1, about(ramp.start(), startShare) / COST_SHARE / SampleVariant.values().length);
    }

    /** Longer, for as many simulators warm up at the same time as there are variants. */
    Duration costLeadIn() {
        return attempts.leadIn().multipliedBy(SampleVariant.values().length);
    }

    private static int about(int start, double startShare) {
        return (int) Math.round(start / startShare);
    }
}
