package io.concor.autoconfigure.health;

import io.concor.autoconfigure.properties.SettingText;
import io.concor.layout.FlowState;
import io.concor.layout.FlowSummary;
import io.concor.layout.Topology;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * Tells whether every flow takes events and moves: down when one does not run or is stalled, out of service when one
 * refused events within the statistics' window. Thread-safe.
 */
public final class ConcorHealthIndicator extends AbstractHealthIndicator {

    private final Manager manager;
    private final Duration stalledAfter;
    private final LongSupplier nanoClock;
    private final Map<String, StallWatch> watches = new ConcurrentHashMap<>();

    ConcorHealthIndicator(Manager manager, Duration stalledAfter, LongSupplier nanoClock) {
        super("The flows could not be examined");
        this.manager = manager;
        this.stalledAfter = stalledAfter;
        this.nanoClock = nanoClock;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        builder.up();
        for (FlowSummary flow : manager.summaries()) {
            Finding finding = examine(flow);
            if (finding.worseThan(builder.build().getStatus())) {
                builder.status(finding.status());
            }
            builder.withDetail(flow.name(), details(flow, finding));
        }
    }

    private Finding examine(FlowSummary flow) {
        boolean stalled = watches.computeIfAbsent(flow.name(), name -> new StallWatch(stalledAfter, nanoClock))
                .stalled(flow.inFlight(), flow.completed() + flow.failed());
        if (flow.state() != FlowState.RUNNING) {
            return new Finding(Status.DOWN, "it is " + flow.state());
        }
        if (stalled) {
            return new Finding(
                    Status.DOWN, "events are inside and none has ended for at least " + SettingText.text(stalledAfter));
        }
        long refused = manager.statistics(flow.name()).window().refused();
        return refused == 0
                ? Finding.WELL
                : new Finding(Status.OUT_OF_SERVICE, "it refused %d events within the last window".formatted(refused));
    }

    private Map<String, Object> details(FlowSummary flow, Finding finding) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("status", finding.status().getCode());
        details.put("state", flow.state().toString());
        details.put("inFlight", flow.inFlight());
        details.put("maxInFlight", flow.maxInFlight());
        Topology topology = manager.topology(flow.name());
        if (topology.activePreset() != null) {
            details.put("activePreset", topology.activePreset());
            details.put("drifted", topology.drifted());
        }
        if (finding.reason() != null) {
            details.put("reason", finding.reason());
        }
        return details;
    }

    private record Finding(Status status, @Nullable String reason) {

        static final Finding WELL = new Finding(Status.UP, null);

        boolean worseThan(Status other) {
            return rank(status) > rank(other);
        }

        private static int rank(Status status) {
            if (status.equals(Status.DOWN)) {
                return 2;
            }
            return status.equals(Status.OUT_OF_SERVICE) ? 1 : 0;
        }
    }
}
