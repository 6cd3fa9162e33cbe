package io.concor.experiments.result;

import io.concor.experiments.testbed.SimulatorResult;
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
public record ThroughputIntervals(List<ThroughputInterval> all, long issued, long notCompleted, long unknown) {

    /** So many extremes are told: the largest of many moments is larger than that of few, so one alone says little. */
    static final int EXTREMES = 3;

    public static final ThroughputIntervals NONE = new ThroughputIntervals(List.of(), 0, 0, 0);

    public ThroughputIntervals and(List<ThroughputInterval> ofRun, SimulatorResult run) {
        LoadTotals totals = run.account().totals();
        return new ThroughputIntervals(
                Stream.concat(all.stream(), ofRun.stream()).toList(),
                issued + totals.issued(),
                notCompleted + run.notCompleted(),
                unknown + totals.unknownArrivals());
    }

    /** The {@link #EXTREMES} smallest, the smallest first. */
    public List<Integer> fewestPerSecond() {
        return figures(ThroughputInterval::fewestPerSecond)
                .sorted()
                .limit(EXTREMES)
                .boxed()
                .toList();
    }

    /** Half of the moments have as many or fewer, half as many or more. */
    public double medianPerSecond() {
        return median(ThroughputInterval::fewestPerSecond);
    }

    public int fewestIssued() {
        return figures(ThroughputInterval::fewestIssued).min().orElse(0);
    }

    /** The {@link #EXTREMES} largest, the largest first. */
    public List<Integer> mostInFlight() {
        return figures(ThroughputInterval::mostInFlight)
                .boxed()
                .sorted(Comparator.reverseOrder())
                .limit(EXTREMES)
                .toList();
    }

    /** Half of the moments have as many or fewer, half as many or more. */
    public double medianInFlight() {
        return median(ThroughputInterval::mostInFlight);
    }

    private double median(ToIntFunction<ThroughputInterval> figure) {
        int[] sorted = figures(figure).sorted().toArray();
        return sorted.length == 0 ? 0 : (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2.0;
    }

    private IntStream figures(ToIntFunction<ThroughputInterval> figure) {
        return all.stream().mapToInt(figure);
    }
}
