package io.concor.simulator.load;

import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Where a service broke.
 *
 * @param rate the last stable rate in requests per second, or null if not even the first step was stable
 * @param brokenRate the rate at which the fluctuation began that did not settle
 * @param second the second in which it began
 * @param saturatedRate what the service completed per second from then on, on average
 * @param dueRate what was due per second from then on, on average
 * @param takenRate what the simulator got round to per second, on average: what it issued, or did not send because too
 *     many were in flight; where that is less than what was due, the simulator is too slow
 * @param latenessMicros by how much the simulator was late from then on, at most
 */
public record BreakingPoint(
        @Nullable Integer rate,
        int brokenRate,
        int second,
        double saturatedRate,
        double dueRate,
        double takenRate,
        long latenessMicros) {

    /** The simulator got round to less than that share of what was due: it may be what broke. */
    private static final double KEPT_UP = 0.99;

    /**
     * What there is to say of a service that broke.
     *
     * @param rate the last stable rate in requests per second, or null if there was none
     * @param since the seconds from the beginning of the fluctuation on; one at least
     */
    static BreakingPoint of(@Nullable Integer rate, List<SecondStatistics> since) {
        return new BreakingPoint(
                rate,
                since.get(0).rate(),
                since.get(0).second(),
                average(since, SecondStatistics::completed),
                average(since, SecondStatistics::rate),
                average(since, second -> second.issued() + second.notSent()),
                since.stream()
                        .mapToLong(second -> second.lateness().maxMicros())
                        .max()
                        .orElse(0));
    }

    private static double average(List<SecondStatistics> seconds, ToIntFunction<SecondStatistics> count) {
        return seconds.stream().mapToInt(count).average().orElse(0);
    }

    /** In one line. */
    public String summary() {
        String where = rate == null ? "below the first rate" : rate + " requests per second";
        return "Breaking point: %s. From second %d on, at %d per second, it did not settle; it completed %d per second. "
                        .formatted(where, second, brokenRate, Math.round(saturatedRate))
                + ofTheSimulator();
    }

    private String ofTheSimulator() {
        return takenRate < dueRate * KEPT_UP
                ? "The simulator itself got round to no more than %d of %d per second: it may be what broke."
                        .formatted(Math.round(takenRate), Math.round(dueRate))
                : "The simulator itself was late by %d ms then, at most."
                        .formatted(Math.round(latenessMicros / 1000.0));
    }
}
