package io.concor.autoconfigure.watch;

import io.concor.layout.FlowState;
import io.concor.layout.FlowSummary;
import io.concor.manage.Manager;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs when a fifth of the events of a running flow, or more, complete only because a catch component handles their errors,
 * and when that ends: no counter of failed events tells it.
 */
final class RecoveryCheck implements FlowCheck {

    private static final Logger log = LoggerFactory.getLogger(RecoveryCheck.class);

    private final Manager manager;
    private final BooleanSupplier diagnosed;
    private final LongSupplier nanoClock;
    private final Map<String, RecoveryDetector> detectors = new ConcurrentHashMap<>();

    /** @param diagnosed whether an endpoint reports what limits flows */
    RecoveryCheck(Manager manager, BooleanSupplier diagnosed, LongSupplier nanoClock) {
        this.manager = manager;
        this.diagnosed = diagnosed;
        this.nanoClock = nanoClock;
    }

    @Override
    public void check(FlowSummary flow) {
        if (flow.state() == FlowState.RUNNING) {
            detectors
                    .computeIfAbsent(flow.name(), name -> new RecoveryDetector(nanoClock.getAsLong()))
                    .observe(nanoClock.getAsLong(), () -> manager.reading(flow.name()))
                    .ifPresent(seen -> log(flow.name(), seen));
        } else {
            detectors.remove(flow.name());
        }
    }

    private void log(String flow, RecoveryDetector.Observation seen) {
        if (seen.many()) {
            log.warn(
                    "Flow '{}': a catch component handled the error of {} of the {} that ended in the last {}{}. See {}",
                    flow,
                    seen.recovered(),
                    OverloadText.events(seen.ended()),
                    OverloadText.seconds(seen.time()),
                    seen.place(),
                    OverloadText.endpoints(flow, diagnosed.getAsBoolean()));
        } else if (seen.ended() == 0) {
            log.info(
                    "Flow '{}': catch components handle no more errors; no event ended in the last {}",
                    flow,
                    OverloadText.seconds(seen.time()));
        } else {
            log.info(
                    "Flow '{}': catch components handle few errors again, {} in the {} that ended in the last {}",
                    flow,
                    seen.recovered(),
                    OverloadText.events(seen.ended()),
                    OverloadText.seconds(seen.time()));
        }
    }
}
