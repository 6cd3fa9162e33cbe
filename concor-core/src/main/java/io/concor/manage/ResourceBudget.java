package io.concor.manage;

import io.concor.InvalidLayoutException;
import io.concor.JoinSettings;
import io.concor.engine.StagedFlow;
import io.concor.layout.FlowState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * What the flows of a manager may take together. A flow reserves what it is going to take before it takes it, so that
 * two flows that are changed at the same time do not exceed a limit together. Thread-safe.
 */
final class ResourceBudget {

    private final ResourceLimits limits;
    /** What is reserved for each flow; guarded by this. */
    private final Map<StagedFlow<?, ?>, ResourceNeed> reserved = new HashMap<>();

    ResourceBudget(ResourceLimits limits) {
        this.limits = limits;
    }

    /** Every limit that a flow would exceed with a layout. */
    synchronized List<InvalidLayoutException.Violation> violations(
            StagedFlow<?, ?> flow,
            Map<String, JoinSettings> before,
            Map<String, JoinSettings> slots,
            ResourceNeed need) {
        reserved.keySet().removeIf(other -> other.lifecycle().state() == FlowState.CLOSED);
        List<InvalidLayoutException.Violation> violations = new ArrayList<>();
        slots.forEach((slot, join) -> ofSlot(slot, join, violations));
        ofFlow(toMend(before, slots, JoinSettings::threads), ResourceNeed.of(flow, slots), violations);
        ofAllFlows(before, slots, need, others(flow), violations);
        return violations;
    }

    private ResourceNeed others(StagedFlow<?, ?> flow) {
        return reserved.entrySet().stream()
                .filter(other -> other.getKey() != flow)
                .map(Map.Entry::getValue)
                .reduce(ResourceNeed.NOTHING, ResourceNeed::plus);
    }

    /**
     * Keeps for a flow what it is going to take.
     *
     * @throws InvalidLayoutException when a limit would be exceeded; then nothing is changed
     */
    synchronized void reserve(
            StagedFlow<?, ?> flow,
            Map<String, JoinSettings> before,
            Map<String, JoinSettings> slots,
            ResourceNeed need) {
        InvalidLayoutException.throwIfAny(flow.name(), violations(flow, before, slots, need));
        reserved.put(flow, need);
    }

    /** Releases what a flow does not need any more. */
    synchronized void shrink(StagedFlow<?, ?> flow, ResourceNeed need) {
        reserved.put(flow, need);
    }

    private void ofSlot(String slot, JoinSettings join, List<InvalidLayoutException.Violation> violations) {
        Integer most = limits.threadsPerSlot();
        if (most != null && join.threads() > most) {
            violations.add(new InvalidLayoutException.Violation(
                    slot,
                    "threads",
                    "%d threads are more than the limit threads-per-slot of %d".formatted(join.threads(), most),
                    "up to %d in each slot".formatted(most),
                    "threads-per-slot"));
        }
    }

    private void ofFlow(String slot, ResourceNeed need, List<InvalidLayoutException.Violation> violations) {
        Integer most = limits.threadsPerFlow();
        if (most != null && need.threads() > most) {
            violations.add(new InvalidLayoutException.Violation(
                    slot,
                    "threads",
                    "all slots of the flow together would have %d threads, more than the limit threads-per-flow of %d"
                            .formatted(need.threads(), most),
                    "up to %d over all slots of the flow".formatted(most),
                    "threads-per-flow"));
        }
    }

    private void ofAllFlows(
            Map<String, JoinSettings> before,
            Map<String, JoinSettings> slots,
            ResourceNeed need,
            ResourceNeed others,
            List<InvalidLayoutException.Violation> violations) {
        Integer most = limits.threads();
        if (most != null && need.threads() + others.threads() > most) {
            violations.add(new InvalidLayoutException.Violation(
                    toMend(before, slots, JoinSettings::threads),
                    "threads",
                    "all flows together would have %d threads, %d of them in this flow, more than the limit threads of %d"
                            .formatted(need.threads() + others.threads(), need.threads(), most),
                    "up to %d over all slots of this flow".formatted(Math.max(0, most - others.threads())),
                    "threads"));
        }
        Long memory = limits.ringMemory();
        if (memory != null && need.ringBytes() + others.ringBytes() > memory) {
            violations.add(new InvalidLayoutException.Violation(
                    toMend(before, slots, join -> 1),
                    "pool",
                    "the rings of all flows together would take %d bytes, %d of them in this flow, more than the limit ring-memory of %d"
                            .formatted(need.ringBytes() + others.ringBytes(), need.ringBytes(), memory),
                    "up to %d bytes in this flow: fewer filled slots, or a smaller max-in-flight"
                            .formatted(Math.max(0, memory - others.ringBytes())),
                    "ring-memory"));
        }
    }

    /** The slot at which mending is most likely to begin: of those that take most more than before, the largest. */
    private static String toMend(
            Map<String, JoinSettings> before, Map<String, JoinSettings> slots, ToIntFunction<JoinSettings> taken) {
        Comparator<Map.Entry<String, JoinSettings>> byGrowth = Comparator.comparingInt(slot -> {
            JoinSettings present = before.get(slot.getKey());
            return Math.max(0, taken.applyAsInt(slot.getValue()) - (present == null ? 0 : taken.applyAsInt(present)));
        });
        return slots.entrySet().stream()
                .max(byGrowth.thenComparingInt(slot -> slot.getValue().threads()))
                .map(Map.Entry::getKey)
                .orElse("");
    }
}
