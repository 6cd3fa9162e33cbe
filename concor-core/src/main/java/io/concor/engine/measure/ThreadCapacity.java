package io.concor.engine.measure;

import io.concor.JoinSettings;
import io.concor.engine.definition.FlowDefinition;
import io.concor.layout.Layout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The thread time that each slot had at its disposal: configured threads multiplied by elapsed time, over all layouts.
 * A pool that grows counts with the threads that it may have. Thread-safe.
 */
final class ThreadCapacity {

    private final FlowDefinition flow;
    private final long[] nanos;
    /** For each slot, its threads in the layout of the last call. */
    private final int[] threads;

    private @Nullable Layout layoutOfThreads;

    private long last;

    ThreadCapacity(FlowDefinition flow, long now) {
        this.flow = flow;
        this.nanos = new long[flow.size()];
        this.threads = new int[flow.size()];
        this.last = now;
    }

    /**
     * Adds the time since the last call.
     *
     * @param layout the layout that was in force since then
     * @return the sum for each slot, in nanoseconds
     */
    synchronized long[] accountFor(Layout layout, long now) {
        long passed = Math.max(0, now - last);
        last += passed;
        if (layout != layoutOfThreads) {
            layoutOfThreads = layout;
            Arrays.setAll(threads, slot -> threads(layout, slot));
        }
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] += passed * threads[i];
        }
        return nanos.clone();
    }

    private int threads(Layout layout, int slot) {
        JoinSettings join = layout.slots().get(flow.component(slot).name());
        return join == null || !flow.isHere(slot) ? 0 : join.threads();
    }
}
