package io.concor.benchmarks.load;

import io.concor.JoinSettings;
import io.concor.benchmarks.workload.Shape;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.util.List;
import java.util.Locale;

/** The changes whose effect on the output is measured, each of which the next but one takes back. */
enum LayoutChange {
    /** Nothing: what the machine itself does to the output. */
    NONE(List.of()),
    /** A join with one thread goes into an empty slot. */
    PUT_IN(List.of(ChangeRequest.put(
            ThroughputSink.FLOW, "task-1", JoinSettings.single().capacity(Shape.CAPACITY)))),
    /** A join is taken out. */
    TAKE_OUT(List.of(ChangeRequest.takeOut(ThroughputSink.FLOW, "task-1"))),
    /** A pool grows from two threads to four. */
    RESIZE_UP(List.of(ChangeRequest.put(ThroughputSink.FLOW, "task-2", workers(4)))),
    /** A pool shrinks from four threads to two. */
    RESIZE_DOWN(List.of(ChangeRequest.put(ThroughputSink.FLOW, "task-2", workers(2)))),
    /** A pool of two threads is exchanged for a single one. */
    EXCHANGE(List.of(ChangeRequest.put(
            ThroughputSink.FLOW, "task-2", JoinSettings.single().capacity(Shape.CAPACITY)))),
    /** The single one is exchanged for a pool of two threads. */
    EXCHANGE_BACK(List.of(ChangeRequest.put(ThroughputSink.FLOW, "task-2", workers(2))));

    private final List<ChangeRequest> requests;

    LayoutChange(List<ChangeRequest> requests) {
        this.requests = requests;
    }

    private static JoinSettings workers(int threads) {
        return JoinSettings.fixed(threads).capacity(Shape.CAPACITY);
    }

    /** The name in tables. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    void apply(Manager manager) {
        requests.forEach(manager::change);
    }
}
