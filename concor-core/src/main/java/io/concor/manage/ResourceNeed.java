package io.concor.manage;

import io.concor.JoinSettings;
import io.concor.engine.StagedFlow;
import java.util.Map;

/**
 * What a layout uses at most, according to its settings.
 *
 * @param threads the threads of all joins
 * @param ringBytes the memory of their rings
 */
record ResourceNeed(long threads, long ringBytes) {

    static final ResourceNeed NOTHING = new ResourceNeed(0, 0);

    static ResourceNeed of(StagedFlow<?, ?> flow, Map<String, JoinSettings> slots) {
        long threads = slots.values().stream().mapToLong(JoinSettings::threads).sum();
        return new ResourceNeed(
                threads, slots.values().stream().mapToLong(flow::queueBytes).sum());
    }

    ResourceNeed plus(ResourceNeed other) {
        return new ResourceNeed(threads + other.threads, ringBytes + other.ringBytes);
    }

    /** Returns what is enough for either. */
    ResourceNeed or(ResourceNeed other) {
        return new ResourceNeed(Math.max(threads, other.threads), Math.max(ringBytes, other.ringBytes));
    }
}
