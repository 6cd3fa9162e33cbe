package io.concor.experiments.durable.scenario;

import io.concor.benchmarks.report.MarkdownTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What the runs of a scenario have measured, by subject, as a table of medians. Not thread-safe. */
public final class Figures {

    private static final double SMALL = 100;

    private final Map<String, List<Map<String, Double>>> runs = new LinkedHashMap<>();

    /** Adds the named figures of a run. */
    public void add(String subject, Map<String, Double> figures) {
        runs.computeIfAbsent(subject, none -> new ArrayList<>()).add(figures);
    }

    /** Adds a subject whose run has failed, or that does not support the scenario. */
    public void addNone(String subject) {
        runs.computeIfAbsent(subject, none -> new ArrayList<>());
    }

    /** Returns the table in Markdown. */
    public String markdown() {
        Set<String> names = new LinkedHashSet<>();
        runs.values().forEach(all -> all.forEach(run -> names.addAll(run.keySet())));
        MarkdownTable table = new MarkdownTable(
                Stream.concat(Stream.of("subject"), names.stream()).toArray(String[]::new));
        runs.forEach((subject, all) ->
                table.row(Stream.concat(Stream.of(subject), names.stream().map(name -> format(median(all, name))))
                        .toList()));
        return table.markdown();
    }

    private static double median(List<Map<String, Double>> all, String name) {
        List<Double> sorted = all.stream()
                .map(run -> run.getOrDefault(name, Double.NaN))
                .filter(value -> !value.isNaN())
                .sorted()
                .toList();
        return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2);
    }

    private static String format(double value) {
        if (Double.isNaN(value)) {
            return "–";
        }
        return String.format(
                Locale.ROOT, Math.abs(value) < SMALL && value != Math.rint(value) ? "%.2f" : "%.0f", value);
    }
}
