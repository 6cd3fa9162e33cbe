package io.concor.autoconfigure.health;

import io.concor.autoconfigure.watch.FlowCheck;
import io.concor.layout.FlowSummary;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Status;

/** Logs each change of the health status of a flow, whether or not the health endpoint is called. */
final class HealthStatusLog implements FlowCheck {

    private static final Logger log = LoggerFactory.getLogger(HealthStatusLog.class);

    private final ConcorHealthIndicator indicator;
    private final Map<String, Status> statuses = new ConcurrentHashMap<>();

    HealthStatusLog(ConcorHealthIndicator indicator) {
        this.indicator = indicator;
    }

    @Override
    public void check(FlowSummary flow) {
        FlowHealth health = indicator.examine(flow);
        Status before = statuses.put(flow.name(), health.status());
        if (!health.status().equals(before == null ? Status.UP : before)) {
            log(flow.name(), health);
        }
    }

    private static void log(String flow, FlowHealth health) {
        if (health.status().equals(Status.UP)) {
            log.info("The health of flow '{}' is UP again", flow);
        } else {
            log.warn("The health of flow '{}' is {}: {}", flow, health.status(), health.reason());
        }
    }
}
