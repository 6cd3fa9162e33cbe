package io.concor.experiments;

import io.concor.simulator.load.LoadTotals;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The moments of several runs of a kind, and what became of the requests of these runs.
 *
 * @param all one after the other
 * @param issued requests
 * @param notCompleted those of them that failed or did not end, and those that could not be sent
 * @param unknown calls that would complete a request, of none in flight: one more for a request that was completed
 */
record Moments(List<Moment> all, long issued, long notCompleted, long unknown) {

    /** So many extremes are told: the largest of many moments is larger than that of few, so one alone says little. */
    static final int EXTREMES = 3;

    static final Moments NONE = new Moments(List.of(), 0, 0, 0);

    Moments and(List<Moment> ofRun, Outcome run) {
        LoadTotals totals = run.account().totals();
        return new Moments(
                Stream.concat(all.stream(), ofRun.stream()).toList(),
                issued + totals.issued(),
                notCompleted + run.notCompleted(),
                unknown + totals.unknownArrivals());
    }

    /** The {@link #EXTREMES} smallest, the smallest first. */
    List<Integer> fewestPerSecond() {
        return figures(Moment::fewestPerSecond).sorted().limit(EXTREMES).boxed().toList();
    }

    /** Half of the moments have as many or fewer, half as many or more. */
    double medianPerSecond() {
        return median(Moment::fewestPerSecond);
    }

    int fewestIssued() {
        return figures(Moment::fewestIssued).min().orElse(0);
    }

    /** The {@link #EXTREMES} largest, the largest first. */
    List<Integer> mostInFlight() {
        return figures(Moment::mostInFlight)
                .boxed()
                .sorted(Comparator.reverseOrder())
                .limit(EXTREMES)
                .toList();
    }

    /** Half of the moments have as many or fewer, half as many or more. */
    double medianInFlight() {
        return median(Moment::mostInFlight);
    }

    private double median(ToIntFunction<Moment> figure) {
        int[] sorted = figures(figure).sorted().toArray();
        return sorted.length == 0 ? 0 : (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2.0;
    }

    private IntStream figures(ToIntFunction<Moment> figure) {
        return all.stream().mapToInt(figure);
    }
}
