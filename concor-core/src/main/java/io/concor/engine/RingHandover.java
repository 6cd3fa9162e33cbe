package io.concor.engine;

import io.concor.engine.measure.EventStopwatch;
import io.concor.engine.measure.FlowRecorder;
import org.jspecify.annotations.Nullable;

/** Hands events over to rings, and measures sampled ones. */
final class RingHandover {

    private final FlowRecorder recorder;

    RingHandover(FlowRecorder recorder) {
        this.recorder = recorder;
    }

    /**
     * Hands an event over to the pool of a join.
     *
     * @param at index of the component for which the event waits
     * @param inItsSlot whether the join is in that component's own slot
     * @param waiting the calling thread if it may wait for room, or null if it may not
     * @return false if the join is closed, and the calling thread keeps the event
     */
    boolean handOver(Join join, Context context, int at, boolean inItsSlot, @Nullable Worker waiting) {
        context.enqueue(at, inItsSlot);
        return context.sampled ? handOverMeasured(join, context, at, waiting) : join.put(context, waiting);
    }

    private boolean handOverMeasured(Join join, Context context, int slot, @Nullable Worker waiting) {
        EventStopwatch stopwatch = context.stopwatch();
        int stage = stopwatch.stage();
        boolean waited = waiting != null && join.ring().awaitRoom(waiting);
        long nanosInStage = stopwatch.stageLeft(slot, waited);
        boolean gone = join.put(context, null);
        if (gone) {
            recorder.recordStage(stage, nanosInStage);
        } else {
            stopwatch.stageKept(slot, nanosInStage);
        }
        return gone;
    }
}
