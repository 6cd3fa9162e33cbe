package io.concor.benchmarks.load;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * The result of a load, in the JSON form of JMH.
 *
 * @param benchmark the load's name
 * @param params its parameters
 * @param secondaryMetrics its figures by name
 */
record LoadResult(String benchmark, Map<String, String> params, Map<String, Metric> secondaryMetrics) {

    /** A figure as JMH writes it. */
    record Metric(double score) {}

    static LoadResult of(String benchmark, Map<String, String> params, Map<String, Double> figures) {
        return new LoadResult(
                benchmark,
                params,
                figures.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, figure -> new Metric(figure.getValue()))));
    }
}
