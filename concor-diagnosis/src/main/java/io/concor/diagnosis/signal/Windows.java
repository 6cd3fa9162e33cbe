package io.concor.diagnosis.signal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last five windows since the layout of a flow changed. For one thread. */
final class Windows {

    private final Deque<Observation> recent = new ArrayDeque<>();

    /** Adds a window. One in which the layout changed shows nothing about either layout, and a short one next to nothing. */
    void add(Observation observation) {
        recent.removeIf(seen -> seen.flow().isShort());
        if (observation.flow().changed()) {
            recent.clear();
            return;
        }
        if (recent.size() == Observation.KEPT) {
            recent.removeFirst();
        }
        recent.addLast(observation);
    }

    List<Observation> recent() {
        return List.copyOf(recent);
    }
}
