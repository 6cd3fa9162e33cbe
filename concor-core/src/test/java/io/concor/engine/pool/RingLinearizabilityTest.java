package io.concor.engine.pool;

import io.concor.engine.event.Linearizability;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A {@link Ring} is a queue, first in, first out, that can be closed. */
@Param(name = "taker", gen = ThreadIdGen.class)
@Param(name = "event", gen = IntGen.class)
public class RingLinearizabilityTest {

    /** More than there are operations in a scenario, as in a flow. */
    private static final int MAX_IN_FLIGHT = 12;

    private final RingInHand ring = new RingInHand(MAX_IN_FLIGHT);
    private final List<RingInHand.Taker> takers = ring.takers(Linearizability.THREADS + 2);

    @Operation
    public boolean put(@Param(name = "event") int event) {
        return ring.put(event);
    }

    /** A worker does not park while a cell is claimed and not yet published; so it waits for the publisher here too. */
    @Operation
    public Integer take(@Param(name = "taker") int taker) {
        while (true) {
            Object taken = takers.get(taker).take();
            if (taken != null || ring.ring().isEmpty()) {
                return (Integer) taken;
            }
            Thread.onSpinWait();
        }
    }

    /** One change at a time. */
    @Operation(nonParallelGroup = "changer")
    public void close() {
        ring.close();
    }

    /** One change at a time. */
    @Operation(nonParallelGroup = "changer")
    public void reopen() {
        ring.ring().reopen();
    }

    @Test
    void isAQueueInEveryInterleaving() {
        Linearizability.modelCheck(getClass(), ClosableQueue.class);
    }

    @Test
    @Tag(Linearizability.REAL_THREADS)
    void isAQueueOnRealThreads() {
        Linearizability.stress(getClass(), ClosableQueue.class);
    }

    /** The same for one thread. */
    public static class ClosableQueue {

        private final Queue<Integer> events = new ArrayDeque<>();
        private boolean closed;

        public boolean put(int event) {
            return !closed && events.add(event);
        }

        public Integer take(int taker) {
            return events.poll();
        }

        public void close() {
            closed = true;
        }

        public void reopen() {
            closed = false;
        }
    }
}
