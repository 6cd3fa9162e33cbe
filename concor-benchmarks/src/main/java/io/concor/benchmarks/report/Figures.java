package io.concor.benchmarks.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was measured for one table: for each row, figure and round a number. */
final class Figures {

    private final Map<String, Map<String, List<Double>>> rows = new LinkedHashMap<>();

    void add(Map<String, Map<String, Double>> round) {
        round.forEach((row, figures) -> figures.forEach((name, figure) -> add(row, name, figure)));
    }

    private void add(String row, String name, double figure) {
        rows.computeIfAbsent(row, key -> new LinkedHashMap<>())
                .computeIfAbsent(name, key -> new ArrayList<>())
                .add(figure);
    }

    /** All of it. */
    Map<String, Map<String, List<Double>>> rows() {
        return Collections.unmodifiableMap(rows);
    }

    /** A cell: the median, and from where to where the rounds reach. */
    String cell(String row, Column column) {
        List<Double> sorted = sorted(row, column.figure());
        if (sorted.isEmpty()) {
            throw new IllegalStateException(
                    "Row %s has no figure '%s', only %s".formatted(row, column.figure(), rows.get(row)));
        }
        String median = column.format().apply(sorted.get(sorted.size() / 2));
        return sorted.size() == 1
                ? median
                : "%s (%s to %s)"
                        .formatted(
                                median,
                                column.format().apply(sorted.get(0)),
                                column.format().apply(sorted.get(sorted.size() - 1)));
    }

    private List<Double> sorted(String row, String figure) {
        return rows.getOrDefault(row, Map.of()).getOrDefault(figure, List.of()).stream()
                .sorted()
                .toList();
    }
}
