package io.concor.diagnosis.simulation;

import java.util.Comparator;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds what limits the throughput: the part that is busy all the time. Threads are busy also while they wait for a
 * processor or a permit, so these come before slots. If the threads of several slots are always busy, it is the last one:
 * those before could only fill its queue. And if threads that lack nothing are never idle, more events inside do not help.
 *
 * @param slots in the order of their components
 */
record LimitFinder(
        Processors processors, Map<String, Resource> resources, Map<String, SlotThreads> slots, Admission admission) {

    private static final double ALWAYS = 0.95;
    private static final double PROCESSORS_USED = 0.97;

    @Nullable
    String find() {
        if (processors.usedShare() > PROCESSORS_USED) {
            return Prediction.PROCESSORS;
        }
        return Stream.of(exhausted(), lastBusy(), busiestOfBlocking())
                .flatMap(Optional::stream)
                .findFirst()
                .orElseGet(this::limitOutside);
    }

    private Optional<String> exhausted() {
        return resources.entrySet().stream()
                .filter(resource -> resource.getValue().exhaustedShare() > ALWAYS)
                .map(Entry::getKey)
                .findFirst();
    }

    private Optional<String> lastBusy() {
        return slots.entrySet().stream()
                .filter(slot -> slot.getValue().busyShare() > ALWAYS)
                .map(Entry::getKey)
                .reduce((earlier, later) -> later);
    }

    /** Slots with small capacities whose service times vary hinder each other: none is always busy. */
    private Optional<String> busiestOfBlocking() {
        boolean hinder = slots.values().stream().anyMatch(slot -> slot.busyShare() + slot.blockedShare() > ALWAYS);
        return slots.entrySet().stream()
                .filter(slot -> hinder)
                .max(Comparator.comparingDouble(slot -> slot.getValue().busyShare()))
                .map(Entry::getKey);
    }

    private @Nullable String limitOutside() {
        if (admission.fullShare() > ALWAYS) {
            return Prediction.MAX_IN_FLIGHT;
        }
        return admission.callersBusyShare() > ALWAYS ? Prediction.CALLERS : null;
    }
}
