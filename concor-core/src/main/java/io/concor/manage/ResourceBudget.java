package io.concor.manage;

import io.concor.InvalidLayoutException.Violation;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.engine.StagedFlow;
import io.concor.layout.FlowState;
import io.concor.layout.Layout;
import io.concor.text.Sentence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the flows of a manager may use together. A flow reserves what it needs before it uses it, so that two flows that
 * change at the same time do not exceed a limit together. Thread-safe.
 */
final class ResourceBudget {

    private static final Limit THREADS_PER_SLOT =
            new Limit("threads-per-slot", "threads", "the slot would have %d threads", "up to %d in each slot");
    private static final Limit THREADS_PER_FLOW = new Limit(
            "threads-per-flow",
            "threads",
            "all slots of the flow together would have %d threads",
            "up to %d over all slots of the flow");
    private static final Limit THREADS = new Limit(
            "threads",
            "threads",
            "all flows together would have %d threads, %d of them in this flow",
            "up to %d over all slots of this flow");
    private static final Limit RING_MEMORY = new Limit(
            "ring-memory",
            "pool",
            "the contexts and rings of all flows together would take %d bytes, %d of them in this flow",
            "up to %d bytes in this flow: fewer filled slots, or a smaller max-in-flight");

    private final ResourceLimits limits;
    /** The needs of the flows; guarded by this. */
    private final Map<StagedFlow<?, ?>, Need> reserved = new HashMap<>();

    ResourceBudget(ResourceLimits limits) {
        this.limits = limits;
    }

    /**
     * What a layout uses at most, according to its settings.
     *
     * @param threads the threads of all joins
     * @param bytes the memory of the contexts of the flow and of the rings of all joins
     */
    record Need(long threads, long bytes) {

        static final Need NOTHING = new Need(0, 0);

        static Need of(StagedFlow<?, ?> flow, Map<String, JoinSettings> slots) {
            List<JoinSettings> here = here(flow, slots).map(Map.Entry::getValue).toList();
            long threads = here.stream().mapToLong(JoinSettings::threads).sum();
            boolean stored = here.stream().anyMatch(join -> join.queue() != QueueKind.MEMORY);
            long rings = here.stream()
                    .mapToLong(join -> flow.queueBytes(join, stored))
                    .sum();
            return new Need(threads, flow.contextBytes(stored) + rings);
        }

        /** Returns the slots that this process serves. */
        static Stream<Map.Entry<String, JoinSettings>> here(StagedFlow<?, ?> flow, Map<String, JoinSettings> slots) {
            Set<String> served = flow.definition().indices().entrySet().stream()
                    .filter(slot -> flow.definition().isHere(slot.getValue()))
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
            return slots.entrySet().stream().filter(slot -> served.contains(slot.getKey()));
        }

        Need plus(Need other) {
            return new Need(threads + other.threads, bytes + other.bytes);
        }

        /** Returns what is enough for either. */
        Need or(Need other) {
            return new Need(Math.max(threads, other.threads), Math.max(bytes, other.bytes));
        }
    }

    /**
     * A limit.
     *
     * @param field the setting that exceeds it
     * @param problem a format for the need of all flows and that of one flow
     * @param allowed a format for what the others leave to one flow
     */
    private record Limit(String name, String field, String problem, String allowed) {

        void check(@Nullable Number most, long own, long others, String slot, List<Violation> violations) {
            if (most != null && own + others > most.longValue()) {
                violations.add(new Violation(
                        slot,
                        field,
                        Sentence.of(
                                "%s, more than the limit %s of %d",
                                Sentence.of(problem, own + others, own), name, most),
                        Sentence.of(allowed, Math.max(0, most.longValue() - others)),
                        name));
            }
        }
    }

    synchronized List<Violation> violations(StagedFlow<?, ?> flow, Layout before, Layout after, Need need) {
        reserved.keySet().removeIf(other -> other.lifecycle().state() == FlowState.CLOSED);
        Need own = Need.of(flow, after.slots());
        Need others = others(flow);
        String slot = slotToChange(flow, before, after, JoinSettings::threads);
        List<Violation> violations = new ArrayList<>();
        Need.here(flow, after.slots())
                .forEach(join -> THREADS_PER_SLOT.check(
                        limits.threadsPerSlot(), join.getValue().threads(), 0, join.getKey(), violations));
        THREADS_PER_FLOW.check(limits.threadsPerFlow(), own.threads(), 0, slot, violations);
        THREADS.check(limits.threads(), need.threads(), others.threads(), slot, violations);
        String added = slotToChange(flow, before, after, join -> 1);
        RING_MEMORY.check(limits.ringMemory(), need.bytes(), others.bytes(), added, violations);
        return violations;
    }

    private Need others(StagedFlow<?, ?> flow) {
        return reserved.entrySet().stream()
                .filter(other -> other.getKey() != flow)
                .map(Map.Entry::getValue)
                .reduce(Need.NOTHING, Need::plus);
    }

    /** Reserves what a flow needs, unless it would exceed a limit. Returns every limit that it would exceed. */
    synchronized List<Violation> reserve(StagedFlow<?, ?> flow, Layout before, Layout after, Need need) {
        List<Violation> exceeded = violations(flow, before, after, need);
        if (exceeded.isEmpty()) {
            reserved.put(flow, need);
        }
        return exceeded;
    }

    synchronized void shrink(StagedFlow<?, ?> flow, Need need) {
        reserved.put(flow, need);
    }

    /**
     * Returns the slot whose use grows most; of those that grow alike, the one with the most threads. A flow without a
     * filled slot needs memory, too: then the first.
     */
    private static String slotToChange(
            StagedFlow<?, ?> flow, Layout before, Layout after, ToIntFunction<JoinSettings> use) {
        Comparator<Map.Entry<String, JoinSettings>> byGrowth = Comparator.comparingInt(slot -> {
            JoinSettings present = before.slots().get(slot.getKey());
            return Math.max(0, use.applyAsInt(slot.getValue()) - (present == null ? 0 : use.applyAsInt(present)));
        });
        return after.slots().entrySet().stream()
                .max(byGrowth.thenComparingInt(slot -> slot.getValue().threads()))
                .map(Map.Entry::getKey)
                .orElseGet(() -> flow.definition().component(0).name());
    }
}
