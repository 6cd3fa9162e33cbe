package io.concor.autoconfigure.watch;

import io.concor.autoconfigure.watch.FailureDetector.Failures;
import io.concor.autoconfigure.watch.FailureDetector.Observation;
import io.concor.layout.FlowState;
import io.concor.layout.FlowSummary;
import io.concor.manage.Manager;
import io.concor.text.Sentence;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs when a fifth of the events of a running flow, or more, fail, or complete only because a catch component handles
 * their errors, when these become nearly all, and when that ends. Without a diagnosis nothing else does: to fail fast is no
 * overload, and each error goes to its caller.
 */
final class FailureCheck implements FlowCheck {

    private static final Logger log = LoggerFactory.getLogger(FailureCheck.class);

    private final Manager manager;
    private final BooleanSupplier diagnosed;
    private final LongSupplier nanoClock;
    private final Map<String, FailureDetector> detectors = new ConcurrentHashMap<>();

    /** @param diagnosed whether an endpoint reports what limits flows */
    FailureCheck(Manager manager, BooleanSupplier diagnosed, LongSupplier nanoClock) {
        this.manager = manager;
        this.diagnosed = diagnosed;
        this.nanoClock = nanoClock;
    }

    @Override
    public void check(FlowSummary flow) {
        if (flow.state() == FlowState.RUNNING) {
            detectors
                    .computeIfAbsent(flow.name(), name -> new FailureDetector(nanoClock.getAsLong()))
                    .observe(nanoClock.getAsLong(), flow.timedOut(), () -> manager.flow(flow.name())
                            .reading())
                    .ifPresent(seen -> log(flow.name(), seen));
        } else {
            detectors.remove(flow.name());
        }
    }

    private void log(String flow, Observation seen) {
        if (seen.failures() == Failures.FEW) {
            log.info("Flow '{}': {}", flow, end(seen));
        } else {
            log.warn(
                    "Flow '{}': {}{}. See {}",
                    flow,
                    begin(seen),
                    seen.place(),
                    OverloadText.endpoints(flow, diagnosed.getAsBoolean()));
        }
    }

    private static String begin(Observation seen) {
        String ended = Sentence.of(
                "%s that ended in the last %s", OverloadText.events(seen.ended()), OverloadText.seconds(seen.time()));
        return seen.failures().isFailed()
                ? Sentence.of("%d of the %s failed, %d of them by timeout", seen.failed(), ended, seen.timedOut())
                : Sentence.of("a catch component handled the error of %d of the %s", seen.recovered(), ended);
    }

    private static String end(Observation seen) {
        String last = OverloadText.seconds(seen.time());
        return seen.ended() == 0
                ? "no events fail or need a catch component now; none ended in the last " + last
                : Sentence.of(
                        "few events fail or need a catch component now, %d of the %s that ended in the last %s",
                        seen.failed() + seen.recovered(), OverloadText.events(seen.ended()), last);
    }
}
