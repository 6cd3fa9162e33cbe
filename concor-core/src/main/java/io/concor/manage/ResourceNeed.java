package io.concor.manage;

import io.concor.JoinSettings;
import io.concor.engine.StagedFlow;
import java.util.Map;

/**
 * What a layout uses at most, according to its settings.
 *
 * @param threads the threads of all joins
 * @param bytes the memory of the contexts of the flow and of the rings of all joins
 */
record ResourceNeed(long threads, long bytes) {

    static final ResourceNeed NOTHING = new ResourceNeed(0, 0);

    static ResourceNeed of(StagedFlow<?, ?> flow, Map<String, JoinSettings> slots) {
        long threads = slots.values().stream().mapToLong(JoinSettings::threads).sum();
        long rings = slots.values().stream().mapToLong(flow::queueBytes).sum();
        return new ResourceNeed(threads, flow.contextBytes() + rings);
    }

    ResourceNeed plus(ResourceNeed other) {
        return new ResourceNeed(threads + other.threads, bytes + other.bytes);
    }

    /** Returns what is enough for either. */
    ResourceNeed or(ResourceNeed other) {
        return new ResourceNeed(Math.max(threads, other.threads), Math.max(bytes, other.bytes));
    }
}
