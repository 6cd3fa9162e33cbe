package io.concor.engine.measure;

import io.concor.statistics.FlowSecond;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last seconds of a flow: some 150 bytes for each, and 40 for each filled slot. Thread-safe. */
final class SecondHistory {

    private final Deque<FlowSecond> seconds = new ArrayDeque<>();

    synchronized void add(FlowSecond second) {
        if (seconds.size() == FlowSecond.MOST) {
            seconds.removeFirst();
        }
        seconds.addLast(second);
    }

    /** Returns the last seconds, the oldest first. */
    synchronized List<FlowSecond> last(int most) {
        return seconds.stream().skip(Math.max(0, seconds.size() - most)).toList();
    }
}
