package io.concor.benchmarks.load;

import io.concor.benchmarks.report.SortedFigures;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Evaluates the output around each layout change: from the window in which the change began until 100 ms after it
 * ended.
 */
final class ChangeImpact {

    private static final int WINDOWS_AFTER = 10;

    private final ThroughputSink sink;
    private final Map<LayoutChange, List<Span>> spans = new EnumMap<>(LayoutChange.class);

    ChangeImpact(ThroughputSink sink) {
        this.sink = sink;
    }

    void changed(LayoutChange change, long from, long to) {
        spans.computeIfAbsent(change, kind -> new ArrayList<>())
                .add(new Span(sink.window(from), sink.window(to) + WINDOWS_AFTER, (to - from) / 1e6));
    }

    /** Returns the worst and the median figures of each kind of change. No event may be in flight. */
    Map<LayoutChange, Map<String, Double>> results() {
        double rate = rate();
        return eachChange(all -> {
            SortedFigures fewest = SortedFigures.of(all, span -> sink.fewest(span.from, span.to) / rate);
            SortedFigures gaps = SortedFigures.of(all, span -> sink.longestGapMillis(span.from, span.to));
            SortedFigures took = SortedFigures.of(all, span -> span.millis);
            return Map.of(
                    "fewestWorst",
                    fewest.least(),
                    "fewestMedian",
                    fewest.median(),
                    "gapMedianMillis",
                    gaps.median(),
                    "gapWorstMillis",
                    gaps.most(),
                    "tookMedianMillis",
                    took.median(),
                    "tookWorstMillis",
                    took.most());
        });
    }

    /** Returns the figures of the first change of each kind. No event may be in flight. */
    Map<LayoutChange, Map<String, Double>> first() {
        double rate = rate();
        return eachChange(all -> {
            Span first = all.get(0);
            return Map.of("fewestFirst", sink.fewest(first.from, first.to) / rate, "tookFirstMillis", first.millis);
        });
    }

    private Map<LayoutChange, Map<String, Double>> eachChange(Function<List<Span>, Map<String, Double>> figures) {
        Map<LayoutChange, Map<String, Double>> results = new EnumMap<>(LayoutChange.class);
        spans.forEach((change, all) -> results.put(change, new TreeMap<>(figures.apply(all))));
        return results;
    }

    private double rate() {
        List<Span> unchanged = spans.getOrDefault(LayoutChange.NONE, List.of());
        return SortedFigures.of(unchanged, span -> sink.average(span.from, span.to))
                .median();
    }

    /** The windows that a change can have affected, and its duration. */
    private record Span(int from, int to, double millis) {}
}
