package io.concor.benchmarks.load;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What became of the output around each change: from the window in which it began to a tenth of a second after it. */
final class Dents {

    private static final int WINDOWS_AFTER = 10;

    private final Timeline timeline;
    private final Map<LayoutChange, List<Span>> spans = new EnumMap<>(LayoutChange.class);

    Dents(Timeline timeline) {
        this.timeline = timeline;
    }

    void changed(LayoutChange change, long from, long to) {
        spans.computeIfAbsent(change, kind -> new ArrayList<>())
                .add(new Span(timeline.window(from), timeline.window(to) + WINDOWS_AFTER, (to - from) / 1e6));
    }

    /** For each change the worst and the median of what it did; nothing may be inside. */
    Map<String, Double> results() {
        Map<String, Double> results = new LinkedHashMap<>();
        double rate = rate();
        spans.keySet().forEach(change -> results.putAll(results(change, rate)));
        return results;
    }

    /** For each change what the first of its kind did; nothing may be inside. */
    Map<String, Double> first() {
        Map<String, Double> results = new LinkedHashMap<>();
        double rate = rate();
        spans.forEach((change, all) -> {
            Span first = all.get(0);
            results.put(prefix(change) + "fewestFirst", timeline.fewest(first.from, first.to) / rate);
            results.put(prefix(change) + "tookFirstMillis", first.millis);
        });
        return results;
    }

    private double rate() {
        return median(LayoutChange.NONE, span -> timeline.average(span.from, span.to));
    }

    private static String prefix(LayoutChange change) {
        return change.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".";
    }

    private Map<String, Double> results(LayoutChange change, double rate) {
        String name = prefix(change);
        ToDoubleFunction<Span> fewest = span -> timeline.fewest(span.from, span.to) / rate;
        ToDoubleFunction<Span> gap = span -> timeline.longestGapMillis(span.from, span.to);
        double[] sorted = sorted(change, fewest);
        double[] gaps = sorted(change, gap);
        double[] took = sorted(change, span -> span.millis);
        return Map.of(
                name + "fewestWorst", sorted[0],
                name + "fewestMedian", sorted[sorted.length / 2],
                name + "gapMedianMillis", gaps[gaps.length / 2],
                name + "gapWorstMillis", gaps[gaps.length - 1],
                name + "tookMedianMillis", took[took.length / 2],
                name + "tookWorstMillis", took[took.length - 1]);
    }

    private double median(LayoutChange change, ToDoubleFunction<Span> value) {
        double[] sorted = sorted(change, value);
        return sorted[sorted.length / 2];
    }

    private double[] sorted(LayoutChange change, ToDoubleFunction<Span> value) {
        return spans.getOrDefault(change, List.of()).stream()
                .mapToDouble(value)
                .sorted()
                .toArray();
    }

    /** The windows that a change can have touched, and how long it took. */
    private record Span(int from, int to, double millis) {}
}
