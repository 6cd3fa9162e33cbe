package io.concor;

import java.util.Map;

/**
 * What a layout takes at most, by its settings.
 *
 * @param threads the threads of all joins
 * @param ringBytes the memory of their rings
 */
record Need(long threads, long ringBytes) {

    static final Need NOTHING = new Need(0, 0);

    static Need of(FlowDefinition flow, Map<String, JoinSettings> slots) {
        long threads = slots.values().stream().mapToLong(JoinSettings::threads).sum();
        return new Need(threads, slots.size() * Ring.bytes(flow.limits().maxInFlight()));
    }

    Need plus(Need other) {
        return new Need(threads + other.threads, ringBytes + other.ringBytes);
    }

    /** Enough for either. */
    Need or(Need other) {
        return new Need(Math.max(threads, other.threads), Math.max(ringBytes, other.ringBytes));
    }
}
