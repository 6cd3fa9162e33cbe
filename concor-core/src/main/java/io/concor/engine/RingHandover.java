package io.concor.engine;

import io.concor.engine.measure.EventTrace;
import io.concor.engine.measure.FlowRecorder;

/** Puts events into rings, and measures those that are sampled. */
final class RingHandover {

    private final FlowRecorder recorder;

    RingHandover(FlowRecorder recorder) {
        this.recorder = recorder;
    }

    /**
     * Gives the event to whoever takes it from the ring.
     *
     * @param at index of the component that the event waits for
     * @param inItsSlot whether the ring is in the component's own slot
     * @param mayPause whether the calling thread may wait until there is room
     * @return false where the join takes no more, and the calling thread keeps the event
     */
    boolean put(Join join, Context context, int at, boolean inItsSlot, boolean mayPause) {
        context.waitFor(at, inItsSlot);
        return context.sampled ? putMeasured(join, context, at, mayPause) : join.put(context, mayPause);
    }

    private boolean putMeasured(Join join, Context context, int slot, boolean mayPause) {
        EventTrace trace = context.trace();
        int stage = trace.stage();
        boolean kept = mayPause && join.ring().awaitRoom();
        long nanosInStage = trace.leave(slot, kept);
        boolean gone = join.put(context, false);
        if (gone) {
            recorder.left(stage, nanosInStage);
        } else {
            trace.stay(slot, nanosInStage);
        }
        return gone;
    }
}
