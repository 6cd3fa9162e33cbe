package io.concor.benchmarks.report;

import java.util.LinkedHashMap;
import java.util.Map;

/** Figures of several rows in one map. */
final class Rows {

    private Rows() {}

    /** Takes names {@code row.figure} apart. */
    static Map<String, Map<String, Double>> split(Map<String, Double> figures) {
        Map<String, Map<String, Double>> rows = new LinkedHashMap<>();
        figures.forEach((name, figure) -> {
            int dot = name.indexOf('.');
            rows.computeIfAbsent(name.substring(0, dot), row -> new LinkedHashMap<>())
                    .put(name.substring(dot + 1), figure);
        });
        return rows;
    }
}
