package io.concor.engine.path;

import io.concor.ThreadLocalCarrier;
import io.concor.engine.event.Context;
import io.concor.engine.event.ExecutionSite;
import io.concor.engine.event.Lane;
import io.concor.engine.event.Turn;
import io.concor.engine.measure.EventStopwatch;
import io.concor.engine.measure.FlowRecorder;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.Worker;
import org.jspecify.annotations.Nullable;

/** Hands events over to joins, and gives up the places that they leave by that. */
final class HandOver {

    private final FlowRecorder recorder;

    HandOver(FlowRecorder recorder) {
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
    boolean to(Join join, Context context, int at, boolean inItsSlot, @Nullable Worker waiting) {
        Lane lane = context.takeLane();
        Turn turn = context.takeTurnLeftAt(inItsSlot ? at : ExecutionSite.NOWHERE);
        boolean gone = true; // also if the stack does not suffice
        try {
            context.enqueue(at, inItsSlot);
            gone = context.sampled ? measured(join, context, at, inItsSlot, waiting) : join.put(context, waiting);
        } finally {
            if (gone) {
                release(lane);
                release(turn);
            } else {
                context.lane = lane;
                context.keepTurn(turn);
            }
        }
        return gone;
    }

    /**
     * Hands over an event that has just entered and needs no more than its tasks to run. It takes along the thread-locals that
     * were captured at its entry, and its thread restores none, so no code of users may run for it here.
     *
     * @param at index of the first component, in whose slot the join is
     * @return false if the calling thread keeps the event
     */
    static boolean entered(Join join, Context context, int at) {
        boolean carries = context.carrier() != ThreadLocalCarrier.NONE;
        if (carries && join.runsCode()) {
            return false;
        }
        if (carries) {
            ContextTransfer.detachEntered(context);
        }
        context.enqueue(at, true);
        boolean gone = join.put(context, null);
        if (!gone && carries) {
            context.carried = null;
        }
        return gone;
    }

    private boolean measured(Join join, Context context, int slot, boolean inItsSlot, @Nullable Worker waiting) {
        EventStopwatch stopwatch = context.stopwatch();
        int stage = stopwatch.stage();
        boolean heard = stopwatch.isHeard();
        boolean waited = waiting != null && join.queue().awaitRoom(waiting);
        long nanosInStage = stopwatch.waitStarts(slot, inItsSlot, waited || context.attempts() != null);
        boolean gone = join.put(context, null);
        if (!gone) {
            stopwatch.rejected(slot);
        } else if (nanosInStage >= 0) {
            recorder.recordStage(stage, nanosInStage, heard);
        }
        return gone;
    }

    /** The event that held a lane has left it. */
    static void release(@Nullable Lane lane) {
        if (lane != null) {
            lane.leaving = true;
            lane.releaseByEvent();
        }
    }

    /** The event that kept its place among those of its key has left it. */
    static void release(@Nullable Turn turn) {
        if (turn != null) {
            turn.release();
        }
    }
}
