package io.concor.kafka;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricsReporter;

/** Counts the requests of all clients that have it as a {@code metric.reporters}, by their own figures. */
public final class RequestCounter implements MetricsReporter {

    private static final Map<String, KafkaMetric> TOTALS = new ConcurrentHashMap<>();

    /** Returns how many requests each client has made, by its id. */
    static Map<String, Double> requests() {
        Map<String, Double> requests = new TreeMap<>();
        TOTALS.forEach((client, total) -> requests.put(client, (Double) total.metricValue()));
        return requests;
    }

    @Override
    public void init(List<KafkaMetric> metrics) {
        metrics.forEach(this::metricChange);
    }

    @Override
    public void metricChange(KafkaMetric metric) {
        String client = metric.metricName().tags().get("client-id");
        boolean ofAllNodes = !metric.metricName().tags().containsKey("node-id");
        if (metric.metricName().name().equals("request-total") && client != null && ofAllNodes) {
            TOTALS.put(client, metric);
        }
    }

    @Override
    public void metricRemoval(KafkaMetric metric) {
        TOTALS.values().remove(metric);
    }

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> configs) {}
}
