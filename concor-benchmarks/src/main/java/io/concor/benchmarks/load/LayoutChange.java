package io.concor.benchmarks.load;

import io.concor.JoinSettings;
import io.concor.benchmarks.workload.Shape;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.util.List;
import java.util.Locale;

/**
 * Layout changes whose effect on the output is measured. After {@link #NONE} they are pairs of a change and its
 * reversal.
 */
enum LayoutChange {
    /** No change: shows the noise of the machine. */
    NONE(List.of()),
    /** Adds a join with one thread to an empty slot. */
    PUT_IN(List.of(ChangeRequest.put(
            ThroughputSink.FLOW, "task-1", JoinSettings.single().capacity(Shape.CAPACITY)))),
    /** Removes the join. */
    TAKE_OUT(List.of(ChangeRequest.takeOut(ThroughputSink.FLOW, "task-1"))),
    /** Grows a pool from two threads to four. */
    RESIZE_UP(List.of(ChangeRequest.put(ThroughputSink.FLOW, "task-2", workers(4)))),
    /** Shrinks the pool from four threads to two. */
    RESIZE_DOWN(List.of(ChangeRequest.put(ThroughputSink.FLOW, "task-2", workers(2)))),
    /** Exchanges a pool of two threads for a single thread. */
    EXCHANGE(List.of(ChangeRequest.put(
            ThroughputSink.FLOW, "task-2", JoinSettings.single().capacity(Shape.CAPACITY)))),
    /** Exchanges the single thread for a pool of two threads. */
    EXCHANGE_BACK(List.of(ChangeRequest.put(ThroughputSink.FLOW, "task-2", workers(2))));

    private final List<ChangeRequest> requests;

    LayoutChange(List<ChangeRequest> requests) {
        this.requests = requests;
    }

    private static JoinSettings workers(int threads) {
        return JoinSettings.fixed(threads).capacity(Shape.CAPACITY);
    }

    /** Returns the name in tables. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    void apply(Manager manager) {
        requests.forEach(manager::change);
    }
}
