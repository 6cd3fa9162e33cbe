package io.concor.simulator.load;

import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Counts of a whole run: {@code issued = completed + failed + unfinished}.
 *
 * @param issued requests handed to the client
 * @param completed requests completed
 * @param failed requests that failed
 * @param notSent requests due but not sent because too many were in flight
 * @param unfinished requests in flight when the run ended
 * @param unknownArrivals callbacks that belonged to no request in flight
 */
public record LoadTotals(
        long issued, long completed, long failed, long notSent, long unfinished, long unknownArrivals) {

    static LoadTotals of(List<SecondStatistics> seconds, int unfinished, long unknownArrivals) {
        return new LoadTotals(
                sum(seconds, SecondStatistics::issued),
                sum(seconds, SecondStatistics::completed),
                sum(seconds, SecondStatistics::failed),
                sum(seconds, SecondStatistics::notSent),
                unfinished,
                unknownArrivals);
    }

    private static long sum(List<SecondStatistics> seconds, ToIntFunction<SecondStatistics> count) {
        return seconds.stream().mapToLong(count::applyAsInt).sum();
    }
}
