package io.concor.diagnosis.signal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last five windows since the layout of a flow changed. For one thread. */
final class Windows {

    private final Deque<Observation> recent = new ArrayDeque<>();

    /** Adds a window. One in which the layout changed tells nothing about either layout. */
    void add(Observation observation) {
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
