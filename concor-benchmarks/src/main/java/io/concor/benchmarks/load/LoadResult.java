package io.concor.benchmarks.load;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.concor.benchmarks.report.Provenance;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The result of a load in JMH's JSON format.
 *
 * @param benchmark name of the load
 * @param params parameters of the load
 * @param secondaryMetrics figures by name
 * @param commit the measured commit
 * @param measured the day of the measurement
 * @param host the measured host
 */
record LoadResult(
        String benchmark,
        Map<String, String> params,
        Map<String, Metric> secondaryMetrics,
        String commit,
        String measured,
        String host) {

    /**
     * A figure in the format of JMH.
     *
     * @param score the figure
     * @param rawData the values from which it was calculated; null if they are not kept
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Metric(double score, int @Nullable [][] rawData) {

        static Metric of(double score) {
            return new Metric(score, null);
        }
    }

    static LoadResult of(String benchmark, Map<String, String> params, Map<String, Double> figures) {
        return ofMetrics(
                benchmark,
                params,
                figures.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, figure -> Metric.of(figure.getValue()))));
    }

    static LoadResult ofMetrics(String benchmark, Map<String, String> params, Map<String, Metric> metrics) {
        Provenance provenance = Provenance.now();
        return new LoadResult(
                benchmark, params, metrics, provenance.commit(), provenance.measured(), provenance.host());
    }
}
