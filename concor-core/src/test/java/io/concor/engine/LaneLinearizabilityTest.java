package io.concor.engine;

import io.concor.JoinSettings;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A lane is a queue, first in, first out, that one worker holds at a time and that can be closed. */
@Param(name = "taker", gen = ThreadIdGen.class)
@Param(name = "event", gen = IntGen.class)
public class LaneLinearizabilityTest {

    /** More than there are operations in a scenario, as in a flow. */
    private static final int MAX_IN_FLIGHT = 12;

    private final ContextPool contexts = new ContextPool(MAX_IN_FLIGHT);
    private final KeyedQueue ring = new KeyedQueue(contexts, MAX_IN_FLIGHT, 1);
    private final List<Worker> workers =
            new PoolInHand(ring, JoinSettings.keyed(Linearizability.THREADS + 2), served -> {}).workers();

    /** All events are in one lane. */
    @Operation
    public boolean put(@Param(name = "event") int event) {
        Context context = contexts.take();
        context.value = event;
        return ring.put(context);
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
        Linearizability.stress(getClass(), Lane.class);
    }

    /** The same for one thread. */
    public static class Lane {

        private final Queue<Integer> events = new ArrayDeque<>();
        private int holder = -1;
        private boolean closed;

        public boolean put(int event) {
            return !closed && events.add(event);
        }

        public Integer take(int taker) {
            if (holder != -1 && holder != taker) {
                return null;
            }
            Integer event = events.poll();
            holder = event == null ? -1 : taker;
            return event;
        }

        public void leave(int taker) {
            holder = holder == taker ? -1 : holder;
        }

        public void close() {
            closed = true;
        }

        public void reopen() {
            closed = false;
        }
    }
}
