package io.concor.autoconfigure.watch;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.layout.FlowSummary;
import io.concor.layout.Refusals;
import io.concor.layout.SlotState;
import io.concor.statistics.FlowReading;
import io.concor.statistics.FlowReading.ComponentReading;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The words of the log lines about overload. */
final class OverloadText {

    private OverloadText() {}

    /** Describes an overload that has begun. It may be over already if its report had to wait. */
    static String problem(OverloadDetector.Observation seen, Duration stalledAfter) {
        String stall = "is stalled: it has events inside, and none has ended for at least "
                + SettingFormat.format(stalledAfter);
        String last = "in the last " + seconds(seen.since());
        boolean refuses = seen.refused().total() > 0;
        String refusal = Sentence.of(
                "refused %s %s (%s)",
                events(seen.refused().total()), last, seen.refused().inWords());
        if (!seen.stalled()) {
            return refuses ? refusal : "was stalled " + last;
        }
        return refuses ? Sentence.of("%s; it %s", stall, refusal) : stall;
    }

    /** Describes how full a flow is, and where most events are: with other threads, in a transition, or in the fullest slot. */
    static String load(FlowSummary flow, List<SlotState> slots, FlowReading reading) {
        return Sentence.of(
                "Now %d of max-in-flight %d events are inside; %s",
                flow.inFlight(), flow.maxInFlight(), place(slots, reading));
    }

    private static String place(List<SlotState> slots, FlowReading reading) {
        long mostInSlot = slots.stream()
                .mapToLong(slot -> slot.queueSize() + slot.activeThreads())
                .max()
                .orElse(0);
        return onOtherThreads(Math.max(mostInSlot, mostAwaited(reading)), reading)
                .or(() -> awaited(mostInSlot, reading))
                .orElseGet(() -> fullestSlot(slots));
    }

    private static long mostAwaited(FlowReading reading) {
        return reading.components().stream()
                .mapToLong(ComponentReading::pending)
                .max()
                .orElse(0);
    }

    /** Where the threads of callers or clients run a component, most events may be there. */
    private static Optional<String> onOtherThreads(long elsewhere, FlowReading reading) {
        return reading.components().stream()
                .filter(component -> component.runningOutside() > elsewhere)
                .max(Comparator.comparingInt(ComponentReading::runningOutside))
                .map(component -> Sentence.of(
                        "%s of them in '%s', on the threads of callers or clients",
                        component.runningOutside(), component.name()));
    }

    /** Most events may be in a transition, whose task has returned, or wait to be tried again. */
    private static Optional<String> awaited(long mostInSlot, FlowReading reading) {
        return reading.components().stream()
                .filter(component -> component.pending() > mostInSlot)
                .max(Comparator.comparingInt(ComponentReading::pending))
                .map(component -> Sentence.of(
                        "%d of them %s for %s of '%s'",
                        component.pending(),
                        component.pending() == 1 ? "waits" : "wait",
                        component.kind() == TaskKind.TRANSITION ? "the continuation" : "another attempt",
                        component.name()));
    }

    private static String fullestSlot(List<SlotState> slots) {
        return slots.stream()
                .filter(slot -> slot.queueSize() > 0)
                .max(Comparator.comparingDouble(OverloadText::share))
                .map(OverloadText::queue)
                .orElseGet(() -> "no event waits in a slot" + busiest(slots));
    }

    private static String busiest(List<SlotState> slots) {
        return slots.stream()
                .filter(slot -> slot.activeThreads() > 0)
                .max(Comparator.comparingInt(SlotState::activeThreads))
                .map(slot -> Sentence.of(
                        "; slot '%s' has %d of %d threads at work",
                        slot.name(), slot.activeThreads(), slot.totalThreads()))
                .orElse("");
    }

    /** A removed join has no capacity, but events may still wait in it. */
    private static double share(SlotState slot) {
        JoinSettings join = slot.settings();
        return join == null ? 0 : (double) slot.queueSize() / join.capacity();
    }

    private static String queue(SlotState slot) {
        JoinSettings join = slot.settings();
        return Sentence.of(
                "the fullest slot is '%s' with %s waiting%s, and %d of %d threads at work",
                slot.name(),
                events(slot.queueSize()),
                join == null ? "" : capacity(slot.queueSize(), join.capacity()),
                slot.activeThreads(),
                slot.totalThreads());
    }

    /** Threads that enter events or call continuations do not pause at the capacity. */
    private static String capacity(long waiting, int capacity) {
        return waiting > capacity
                ? Sentence.of(" (capacity %d, at which callers and callbacks do not pause)", capacity)
                : Sentence.of(" (capacity %d)", capacity);
    }

    /** Names the endpoints that say more. */
    static String endpoints(String flow, boolean diagnosed) {
        return diagnosed
                ? Sentence.of("endpoints concordiagnosis/%1$s and concorstats/%1$s", flow)
                : Sentence.of("endpoint concorstats/%s", flow);
    }

    /** Describes what an overload that has ended did. */
    static String refusals(OverloadDetector.Observation seen) {
        Refusals refused = seen.refused();
        return Sentence.of(
                "%s were refused within %s%s",
                events(refused.total()),
                seconds(seen.lasted()),
                refused.total() == 0 ? "" : Sentence.of(" (%s)", refused.inWords()));
    }

    /** Counts events in words. */
    static String events(long count) {
        return Sentence.counted(count, "event", "events");
    }

    /** Formats a duration in whole seconds, one at least. */
    static String seconds(Duration time) {
        return SettingFormat.format(Duration.ofSeconds(Math.max(1, time.toSeconds())));
    }
}
