package io.concor.engine;

import io.concor.engine.measure.EventStopwatch;
import io.concor.engine.measure.FlowRecorder;

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
     * @param mayWait whether the calling thread may wait for room
     * @return false if the join is closed, and the calling thread keeps the event
     */
    boolean handOver(Join join, Context context, int at, boolean inItsSlot, boolean mayWait) {
        context.enqueue(at, inItsSlot);
        return context.sampled ? handOverMeasured(join, context, at, mayWait) : join.put(context, mayWait);
    }

    private boolean handOverMeasured(Join join, Context context, int slot, boolean mayWait) {
        EventStopwatch stopwatch = context.stopwatch();
        int stage = stopwatch.stage();
        boolean waited = mayWait && join.ring().awaitRoom();
        long nanosInStage = stopwatch.stageLeft(slot, waited);
        boolean gone = join.put(context, false);
        if (gone) {
            recorder.recordStage(stage, nanosInStage);
        } else {
            stopwatch.stageKept(slot, nanosInStage);
        }
        return gone;
    }
}
