package io.concor.simulator.load;

import org.jspecify.annotations.Nullable;

/**
 * Where a service broke.
 *
 * @param rate the last stable rate in requests per second, or null if not even the first step was stable
 * @param brokenRate the rate at which the fluctuation began that did not settle
 * @param second the second in which it began
 * @param saturatedRate what the service completed per second from then on, on average
 */
public record BreakingPoint(@Nullable Integer rate, int brokenRate, int second, double saturatedRate) {

    /** In one line. */
    public String summary() {
        String where = rate == null ? "below the first rate" : rate + " requests per second";
        return "Breaking point: %s. From second %d on, at %d per second, it did not settle; it completed %d per second."
                .formatted(where, second, brokenRate, Math.round(saturatedRate));
    }
}
