package io.concor.experiments.result;

import io.concor.experiments.testbed.SampleVariant;
import io.concor.experiments.testbed.SimulatorResult;
import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.load.SecondStatistics;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of experiment 1.
 *
 * @param variant variant of the application
 * @param breakingPoint the last stable rate, in requests per second
 * @param seconds seconds from the start of the ramp to the instability
 * @param issued requests issued until then
 * @param saturatedRate requests completed per second from then until the end of the ramp
 * @param cost cost at a constant rate, measured before the ramp together with the other variants; null if not measured
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

    /** Returns a summary in one line. */
    public String summary() {
        String spent = cost == null ? "" : "; " + cost.summary();
        return "breaks at %,d/s after %d s%s".formatted(breakingPoint, seconds, spent);
    }
}
