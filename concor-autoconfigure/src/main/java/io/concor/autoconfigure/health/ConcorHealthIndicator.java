package io.concor.autoconfigure.health;

import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.autoconfigure.watch.FailingFlows;
import io.concor.autoconfigure.watch.StallDetector;
import io.concor.layout.FlowState;
import io.concor.layout.FlowSummary;
import io.concor.layout.Refusals;
import io.concor.layout.Topology;
import io.concor.manage.ManagedFlow;
import io.concor.manage.Manager;
import io.concor.manage.UnknownNameException;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * The health of all flows: down if a flow is not running or is stalled, out of service if a flow refused events within
 * the statistics window because it was full. Events refused for other reasons are a detail. A failing flow has a configured
 * status, up by default. Thread-safe.
 */
public final class ConcorHealthIndicator extends AbstractHealthIndicator {

    private final Manager manager;
    private final Duration stalledAfter;
    private final LongSupplier nanoClock;
    private final FailingFlows failing;
    private final Status statusOfFailing;
    private final Map<String, StallDetector> watches = new ConcurrentHashMap<>();

    ConcorHealthIndicator(
            Manager manager,
            Duration stalledAfter,
            LongSupplier nanoClock,
            FailingFlows failing,
            Status statusOfFailing) {
        super("Failed to check the health of the flows");
        this.manager = manager;
        this.stalledAfter = stalledAfter;
        this.nanoClock = nanoClock;
        this.failing = failing;
        this.statusOfFailing = statusOfFailing;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        builder.up();
        for (Report report : manager.flows().flatMap(this::reportIfKnown).toList()) {
            if (report.health().worseThan(builder.build().getStatus())) {
                builder.status(report.health().status());
            }
            builder.withDetail(report.flow(), report.details());
        }
    }

    private record Report(String flow, FlowHealth health, Map<String, Object> details) {}

    /** Leaves out a flow that is removed meanwhile. */
    private Stream<Report> reportIfKnown(ManagedFlow flow) {
        try {
            return Stream.of(report(flow));
        } catch (UnknownNameException removed) {
            return Stream.empty();
        }
    }

    private Report report(ManagedFlow managed) {
        FlowSummary flow = managed.summary();
        Optional<String> failure = failing.failure(flow.name());
        FlowHealth health = failure.isPresent() ? withFailure(examine(flow)) : examine(flow);
        return new Report(flow.name(), health, details(flow, health, failure));
    }

    private FlowHealth withFailure(FlowHealth health) {
        FlowHealth failed = new FlowHealth(statusOfFailing, "it is failing");
        return failed.worseThan(health.status()) ? failed : health;
    }

    /** Examines a flow. Stalls are measured between calls. */
    FlowHealth examine(FlowSummary flow) {
        boolean stalled = watches.computeIfAbsent(flow.name(), name -> new StallDetector(stalledAfter, nanoClock))
                .stalled(flow.inFlight(), flow.left());
        if (flow.state() != FlowState.RUNNING) {
            return new FlowHealth(Status.DOWN, "it is " + flow.state());
        }
        if (stalled) {
            return new FlowHealth(
                    Status.DOWN,
                    "it has events inside and none has ended for at least " + SettingFormat.format(stalledAfter));
        }
        return flow.refused() == 0 ? FlowHealth.HEALTHY : examineWindow(flow.name());
    }

    private FlowHealth examineWindow(String flow) {
        Refusals refusals = manager.flow(flow).statistics().window().refusals();
        if (refusals.total() == 0) {
            return FlowHealth.HEALTHY;
        }
        Status status = refusals.overload().total() == 0 ? Status.UP : Status.OUT_OF_SERVICE;
        return new FlowHealth(status, reason(refusals));
    }

    private static String reason(Refusals refusals) {
        long refused = refusals.total();
        return Sentence.of(
                "it refused %s in the last ten seconds (%s)",
                refused == 1 ? "1 event" : refused + " events", refusals.inWords());
    }

    private Map<String, Object> details(FlowSummary flow, FlowHealth health, Optional<String> failure) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("status", health.status().getCode());
        details.put("state", flow.state().toString());
        details.put("inFlight", flow.inFlight());
        details.put("maxInFlight", flow.maxInFlight());
        Topology topology = manager.flow(flow.name()).topology();
        if (topology.activePreset() != null) {
            details.put("activePreset", topology.activePreset());
            details.put("drifted", topology.drifted());
        }
        if (health.reason() != null) {
            details.put("reason", health.reason());
        }
        failure.ifPresent(summary -> details.put("failing", summary));
        return details;
    }
}
