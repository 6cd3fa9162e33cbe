package io.concor.simulator.load;

import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The rate at which a service broke. All averages are of the seconds from the beginning of the last fluctuation.
 *
 * @param rate the last stable rate in requests per second, or null if the first rate was not stable
 * @param brokenRate the rate at the beginning of the fluctuation
 * @param second the second in which the fluctuation began
 * @param saturatedRate average of requests completed per second: the saturation throughput
 * @param dueRate average of requests due per second
 * @param takenRate average of requests per second that were issued, or not sent because too many were in flight; if it
 *     is below {@code dueRate}, the simulator was too slow
 * @param latenessMicros maximum delay between due time and issue of a request
 */
public record BreakingPoint(
        @Nullable Integer rate,
        int brokenRate,
        int second,
        double saturatedRate,
        double dueRate,
        double takenRate,
        long latenessMicros) {

    /** If the simulator issues a smaller share of the requests due, the simulator may be the bottleneck. */
    private static final double MIN_TAKEN_SHARE = 0.99;

    /**
     * Creates the breaking point of a service.
     *
     * @param rate the last stable rate in requests per second, or null if there is none
     * @param fluctuation the seconds from the beginning of the fluctuation; not empty
     */
    static BreakingPoint of(@Nullable Integer rate, List<SecondStatistics> fluctuation) {
        SecondStatistics first = fluctuation.get(0);
        return new BreakingPoint(
                rate,
                first.rate(),
                first.second(),
                average(fluctuation, SecondStatistics::completed),
                average(fluctuation, SecondStatistics::rate),
                average(fluctuation, second -> second.issued() + second.notSent()),
                fluctuation.stream()
                        .mapToLong(second -> second.lateness().maxMicros())
                        .max()
                        .orElse(0));
    }

    private static double average(List<SecondStatistics> seconds, ToIntFunction<SecondStatistics> count) {
        return seconds.stream().mapToInt(count).average().orElse(0);
    }

    /** Returns a summary in one line. */
    public String summary() {
        String stableRate = rate == null ? "below the first rate" : rate + " requests per second";
        return ("Breaking point: %s. From second %d, at %d requests per second, throughput did not settle; on average %d"
                                + " requests were completed per second. ")
                        .formatted(stableRate, second, brokenRate, Math.round(saturatedRate))
                + simulatorSummary();
    }

    private String simulatorSummary() {
        return takenRate < dueRate * MIN_TAKEN_SHARE
                ? "The simulator handled only %d of %d due requests per second: it may be the bottleneck."
                        .formatted(Math.round(takenRate), Math.round(dueRate))
                : "The simulator was at most %d ms late.".formatted(Math.round(latenessMicros / 1000.0));
    }
}
