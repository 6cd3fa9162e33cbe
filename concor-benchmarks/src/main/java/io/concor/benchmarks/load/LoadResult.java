package io.concor.benchmarks.load;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * The result of a load in JMH's JSON format.
 *
 * @param benchmark name of the load
 * @param params parameters of the load
 * @param secondaryMetrics figures by name
 */
record LoadResult(String benchmark, Map<String, String> params, Map<String, Metric> secondaryMetrics) {

    /** A figure in the format of JMH. */
    record Metric(double score) {}

    static LoadResult of(String benchmark, Map<String, String> params, Map<String, Double> figures) {
        return new LoadResult(
                benchmark,
                params,
                figures.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, figure -> new Metric(figure.getValue()))));
    }
}
