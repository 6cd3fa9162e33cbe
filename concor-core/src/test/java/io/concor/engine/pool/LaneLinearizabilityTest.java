package io.concor.engine.pool;

import io.concor.JoinSettings;
import io.concor.engine.event.Context;
import io.concor.engine.event.ContextPool;
import io.concor.engine.event.Lane;
import io.concor.engine.event.Linearizability;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A lane is a queue, first in, first out, that one worker or one event on its way holds at a time and that can be closed. */
@Param(name = "taker", gen = ThreadIdGen.class)
@Param(name = "event", gen = IntGen.class, conf = "1:2")
public class LaneLinearizabilityTest {

    /** More than there are operations in a scenario, as in a flow. */
    private static final int MAX_IN_FLIGHT = 12;

    private final ContextPool contexts = new ContextPool(MAX_IN_FLIGHT, false);
    private final KeyedQueue ring = new KeyedQueue(contexts, MAX_IN_FLIGHT, 1);
    private final List<Worker> workers =
            new PoolInHand(ring, JoinSettings.keyed(Linearizability.THREADS + 2), served -> {}).workers();

    /** The lane while an event holds it. */
    private final AtomicReference<Lane> held = new AtomicReference<>();

    /** All events are in one lane. */
    @Operation
    public boolean put(@Param(name = "event") int event) {
        return ring.put(context(event));
    }

    private Context context(int event) {
        Context context = contexts.take();
        context.value = event;
        return context;
    }

    /** The event waited elsewhere before, so a closed lane takes it, too. */
    @Operation
    public void adopt(@Param(name = "event") int event) {
        ring.adopt(context(event));
    }

    @Operation
    public Integer take(@Param(name = "taker") int taker) {
        Context context = ring.take(workers.get(taker));
        return context == null ? null : (Integer) context.value;
    }

    @Operation
    public void leave(@Param(name = "taker") int taker) {
        ring.leave(workers.get(taker));
    }

    /** The event that the worker has taken leaves its thread with the lane. */
    @Operation
    public boolean leaveWithLane(@Param(name = "taker") int taker) {
        Lane lane = workers.get(taker).lane;
        workers.get(taker).lane = null;
        if (lane != null) {
            held.set(lane);
        }
        return lane != null;
    }

    /** The event has reached the next slot. There is one. */
    @Operation(nonParallelGroup = "event")
    public boolean arrive() {
        Lane lane = held.getAndSet(null);
        if (lane != null) {
            lane.leaving = true;
            lane.releaseByEvent();
        }
        return lane != null;
    }

    /** One change at a time. */
    @Operation(nonParallelGroup = "changer")
    public void close() {
        ring.close();
    }

    /** One change at a time. */
    @Operation(nonParallelGroup = "changer")
    public void reopen() {
        ring.reopen();
    }

    @Test
    @Tag(Linearizability.REAL_THREADS)
    void isAQueueOfOneHolderOnRealThreads() {
        Linearizability.stress(getClass(), HeldQueue.class);
    }

    /** The same for one thread. */
    public static class HeldQueue {

        private static final int FREE = -1;
        private static final int EVENT = -2;

        private final Queue<Integer> events = new ArrayDeque<>();
        private int holder = FREE;
        private boolean closed;

        public boolean put(int event) {
            return !closed && events.add(event);
        }

        public void adopt(int event) {
            events.add(event);
        }

        public Integer take(int taker) {
            if (holder != FREE && holder != taker) {
                return null;
            }
            Integer event = events.poll();
            holder = event == null ? FREE : taker;
            return event;
        }

        public void leave(int taker) {
            holder = holder == taker ? FREE : holder;
        }

        public boolean leaveWithLane(int taker) {
            boolean leaves = holder == taker;
            holder = leaves ? EVENT : holder;
            return leaves;
        }

        public boolean arrive() {
            boolean arrives = holder == EVENT;
            holder = arrives ? FREE : holder;
            return arrives;
        }

        public void close() {
            closed = true;
        }

        public void reopen() {
            closed = false;
        }
    }
}
