package io.concor.autoconfigure.health;

import io.concor.autoconfigure.watch.FlowCheck;
import io.concor.layout.FlowState;
import io.concor.layout.FlowSummary;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Status;

/**
 * Logs when a flow is down because it does not run and when it is up again, whether or not the health endpoint is
 * called. Refused events and stalls are left to the check for overload, which logs them with their causes.
 */
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
        boolean overloaded =
                flow.state() == FlowState.RUNNING && !health.status().equals(Status.UP);
        if (!overloaded) {
            logChange(flow, health);
        }
    }

    private void logChange(FlowSummary flow, FlowHealth health) {
        Status before = statuses.put(flow.name(), health.status());
        if (!health.status().equals(before == null ? Status.UP : before)) {
            log(flow.name(), health);
        }
    }

    private static void log(String flow, FlowHealth health) {
        if (health.status().equals(Status.UP)) {
            log.info(
                    "The health of flow '{}' is UP again{}",
                    flow,
                    health.reason() == null ? "" : ": " + health.reason());
        } else {
            log.warn("The health of flow '{}' is {}: {}", flow, health.status(), health.reason());
        }
    }
}
