package io.concor.experiments.result;

import io.concor.experiments.testbed.SampleVariant;
import io.concor.experiments.testbed.SimulatorResult;
import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.load.SecondStatistics;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of experiment 1.
 *
 * @param variant how the application was built
 * @param breakingPoint the last stable rate, in requests per second
 * @param seconds from the start of the ramp to the instability
 * @param issued requests that were sent until then
 * @param saturatedRate what was completed per second from then on, until it was called broken
 * @param cost at a constant rate, measured before side by side with the others; null where it was not
 */
public record Attempt(
        SampleVariant variant,
        int breakingPoint,
        int seconds,
        long issued,
        double saturatedRate,
        @Nullable RequestCost cost) {

    public static Attempt of(SampleVariant variant, SimulatorResult ramp, @Nullable RequestCost cost) {
        BreakingPoint found = ramp.broken();
        int broken = found.second();
        long issued = ramp.account().seconds().stream()
                .filter(second -> second.second() < broken)
                .mapToLong(SecondStatistics::issued)
                .sum();
        return new Attempt(variant, ramp.stableRate(), broken, issued, found.saturatedRate(), cost);
    }

    /** In one line. */
    public String summary() {
        String spent = cost == null ? "" : "; " + cost.summary();
        return "breaks at %,d/s after %d s%s".formatted(breakingPoint, seconds, spent);
    }
}
