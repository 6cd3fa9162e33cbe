package io.concor.benchmarks.load;

import io.concor.benchmarks.load.LoadResult.Metric;
import io.concor.benchmarks.report.SortedFigures;
import io.concor.benchmarks.starter.Surroundings;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Compares the output in the half second from the growth of a pool with the output in the same half second of runs
 * without it. Not thread-safe.
 */
final class GrowthImpact {

    /** Seconds that are evaluated from the beginning of the change. */
    static final double SECONDS = 0.5;

    private static final int WINDOWS = (int) (SECONDS * 1e9) / (int) ThroughputSink.WINDOW_NANOS;

    /** Windows before the change that are shown, but not evaluated. */
    private static final int BEFORE = 10;

    private final Surroundings surroundings;
    private final List<Observation> unchanged = new ArrayList<>();
    private final List<Observation> grown = new ArrayList<>();

    GrowthImpact(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    void unchanged(Observation observation) {
        unchanged.add(observation);
    }

    void grown(Observation observation) {
        grown.add(observation);
    }

    /** Prints the events of each window, and the worst window, of each run. */
    void print(PrintWriter out) {
        for (int round = 0; round < grown.size(); round++) {
            print(out, round, "none", unchanged.get(round));
            print(out, round, "grow", grown.get(round));
        }
        out.flush();
    }

    private static void print(PrintWriter out, int round, String change, Observation observation) {
        out.printf(
                "round %d, %s: events per 10 ms, %d windows before | %d from the change: %s; fewest %d, change took %.1f"
                        + " ms%n",
                round + 1, change, BEFORE, WINDOWS, observation.text(), observation.fewest(), observation.tookMillis());
    }

    /** Returns the figures with and without the change. The first round of the JVM counts for itself, unless alone. */
    List<LoadResult> results() {
        return List.of(result("none", unchanged), result("grow", grown));
    }

    private LoadResult result(String change, List<Observation> all) {
        List<Observation> later = all.size() == 1 ? all : all.subList(1, all.size());
        SortedFigures fewest = SortedFigures.of(later, Observation::fewest);
        int[][] windows = all.stream().map(Observation::windows).toArray(int[][]::new);
        return LoadResult.ofMetrics(
                "grow",
                Map.of("surroundings", surroundings.toString(), "change", change),
                Map.of(
                        "fewestWorst", new Metric(fewest.least(), windows),
                        "fewestMedian", Metric.of(fewest.median()),
                        "fewestFirst", Metric.of(all.get(0).fewest()),
                        "averageMedian", Metric.of(median(later, Observation::average)),
                        "tookMedianMillis", Metric.of(median(later, Observation::tookMillis)),
                        "tookFirstMillis", Metric.of(all.get(0).tookMillis())));
    }

    private static double median(List<Observation> all, ToDoubleFunction<Observation> figure) {
        return SortedFigures.of(all, figure).median();
    }

    /**
     * The output around the change, or around the same moment of a run without it.
     *
     * @param windows events in each window of 10 ms, from {@link #BEFORE} windows before the change
     * @param tookMillis duration of the change
     */
    record Observation(int[] windows, double tookMillis) {

        /** Reads the output. No event may be in flight. */
        static Observation of(ThroughputSink sink, long fromNanos, long toNanos) {
            int from = sink.window(fromNanos);
            return new Observation(sink.counts(from - BEFORE, from + WINDOWS), (toNanos - fromNanos) / 1e6);
        }

        int fewest() {
            return Arrays.stream(windows).skip(BEFORE).min().orElse(0);
        }

        double average() {
            return Arrays.stream(windows).skip(BEFORE).average().orElse(0);
        }

        String text() {
            return text(0, BEFORE) + " | " + text(BEFORE, windows.length);
        }

        private String text(int from, int to) {
            return Arrays.stream(windows, from, to).mapToObj(Integer::toString).collect(Collectors.joining(" "));
        }
    }
}
