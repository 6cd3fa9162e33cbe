package io.concor.experiments.result;

import io.concor.experiments.testbed.SimulatorResult;
import io.concor.simulator.load.LoadTotals;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Intervals of several runs of one kind, and the totals of these runs.
 *
 * @param all the intervals in chronological order
 * @param issued requests issued
 * @param notCompleted requests that failed, did not end or were not sent
 * @param unknown callbacks without a request in flight: repeated callbacks of a completed request
 */
public record ThroughputIntervals(List<ThroughputInterval> all, long issued, long notCompleted, long unknown) {

    /** Number of extremes to report. A single extreme says little, because it grows with the number of intervals. */
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

    /** Returns the {@link #EXTREMES} smallest, in ascending order. */
    public List<Integer> fewestPerSecond() {
        return figures(ThroughputInterval::fewestPerSecond)
                .sorted()
                .limit(EXTREMES)
                .boxed()
                .toList();
    }

    public double medianPerSecond() {
        return median(ThroughputInterval::fewestPerSecond);
    }

    public int fewestIssued() {
        return figures(ThroughputInterval::fewestIssued).min().orElse(0);
    }

    /** Returns the {@link #EXTREMES} largest, in descending order. */
    public List<Integer> mostInFlight() {
        return figures(ThroughputInterval::mostInFlight)
                .boxed()
                .sorted(Comparator.reverseOrder())
                .limit(EXTREMES)
                .toList();
    }

    /** Returns the {@link #EXTREMES} largest of those that are known, in descending order. */
    public List<Integer> mostDue() {
        return all.stream()
                .flatMap(interval -> Stream.ofNullable(interval.mostDue()))
                .sorted(Comparator.reverseOrder())
                .limit(EXTREMES)
                .toList();
    }

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
