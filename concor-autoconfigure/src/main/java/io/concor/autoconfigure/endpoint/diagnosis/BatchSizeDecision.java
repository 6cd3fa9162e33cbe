package io.concor.autoconfigure.endpoint.diagnosis;

import io.concor.Component;
import io.concor.TaskKind;
import io.concor.autoconfigure.endpoint.figure.Rounding;
import io.concor.manage.ManagedFlow;
import io.concor.statistics.BatchDecision;
import io.concor.text.Sentence;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A change of the number of events that a batch may have, because of {@code batch-target}. The duration of a call is fitted to
 * {@code fixedMicros + perEventMicros * events}.
 *
 * @param at when it was made
 * @param slot the name of the slot
 * @param from the number of events before
 * @param to the number of events since then
 * @param p95Micros the time that 95 of 100 events did not exceed, waiting included, as estimated at that time
 * @param fixedMicros the fitted duration of a call without its events
 * @param perEventMicros the fitted duration for each event
 * @param reason a sentence on why
 */
public record BatchSizeDecision(
        String at,
        String slot,
        int from,
        int to,
        double p95Micros,
        double fixedMicros,
        double perEventMicros,
        String reason) {

    /** Returns the last twenty decisions for each slot of a flow, newest first. */
    static List<BatchSizeDecision> of(ManagedFlow flow) {
        return flow.topology().components().stream()
                .filter(component -> component.kind() == TaskKind.BATCH)
                .map(Component::name)
                .flatMap(slot -> of(flow, slot))
                .sorted(Comparator.comparing(BatchSizeDecision::at).reversed())
                .toList();
    }

    private static Stream<BatchSizeDecision> of(ManagedFlow flow, String slot) {
        return flow.batchDecisions(slot).stream().map(decision -> of(slot, decision));
    }

    static BatchSizeDecision of(String slot, BatchDecision decision) {
        return new BatchSizeDecision(
                decision.time().truncatedTo(ChronoUnit.MILLIS).toString(),
                slot,
                decision.from(),
                decision.to(),
                Rounding.measured(decision.p95Micros()),
                Rounding.measured(decision.fixedMicros()),
                Rounding.measured(decision.perEventMicros()),
                decision.reason());
    }

    /** Describes the decision for people. */
    String words() {
        return Sentence.of(
                "%s: batches of up to %d instead of %d: %s (p95 %s ms; a call takes %s ms and %s ms for each event)",
                slot,
                to,
                from,
                reason,
                Rounding.millis(p95Micros),
                Rounding.millis(fixedMicros),
                Rounding.millis(perEventMicros));
    }
}
