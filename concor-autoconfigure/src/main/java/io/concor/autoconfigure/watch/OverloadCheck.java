package io.concor.autoconfigure.watch;

import io.concor.layout.FlowState;
import io.concor.layout.FlowSummary;
import io.concor.manage.ManagedFlow;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs when a running flow starts to refuse events because it is full, or stalls, and when that ends. */
final class OverloadCheck implements FlowCheck {

    private static final Logger log = LoggerFactory.getLogger(OverloadCheck.class);

    private final Manager manager;
    private final Duration stalledAfter;
    private final BooleanSupplier diagnosed;
    private final LongSupplier nanoClock;
    private final Map<String, OverloadDetector> detectors = new ConcurrentHashMap<>();

    /** @param diagnosed whether an endpoint reports what limits flows */
    OverloadCheck(Manager manager, Duration stalledAfter, BooleanSupplier diagnosed, LongSupplier nanoClock) {
        this.manager = manager;
        this.stalledAfter = stalledAfter;
        this.diagnosed = diagnosed;
        this.nanoClock = nanoClock;
    }

    /** A flow that does not run refuses all events, which is no overload. */
    @Override
    public void check(FlowSummary flow) {
        if (flow.state() == FlowState.RUNNING) {
            OverloadDetector detector =
                    detectors.computeIfAbsent(flow.name(), name -> new OverloadDetector(flow, stalledAfter, nanoClock));
            log(flow, detector.observe(flow));
        } else {
            detectors.remove(flow.name());
        }
    }

    private void log(FlowSummary flow, OverloadDetector.Observation seen) {
        switch (seen.change()) {
            case BEGUN ->
                log.warn(
                        "Flow '{}' {}. {}. See {}",
                        flow.name(),
                        OverloadText.problem(seen, stalledAfter),
                        load(flow),
                        OverloadText.endpoints(flow.name(), diagnosed.getAsBoolean()));
            case ENDED ->
                log.info(
                        "Flow '{}' is no longer overloaded: {}. {}",
                        flow.name(),
                        OverloadText.refusals(seen),
                        load(flow));
            case NONE -> {}
        }
    }

    private String load(FlowSummary flow) {
        ManagedFlow managed = manager.flow(flow.name());
        return OverloadText.load(flow, managed.slots(), managed.reading());
    }
}
