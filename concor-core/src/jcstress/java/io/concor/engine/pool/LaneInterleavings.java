package io.concor.engine.pool;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.concor.JoinSettings;
import io.concor.engine.event.ContextPool;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** What may come of two threads at one lane of a {@link KeyedQueue}: its events share a field without any other guard. */
public class LaneInterleavings {

    /** A lane with events, two workers, and what they write. */
    private static final class LaneInHand {

        private final ContextPool contexts = new ContextPool(4, false);
        private final KeyedQueue ring = new KeyedQueue(contexts, 4, 1);
        private int written;
        private final PoolInHand pool = new PoolInHand(ring, JoinSettings.keyed(2), serving -> written++);

        LaneInHand() {
            pool.pool().resume();
        }

        void put() {
            ring.put(contexts.take());
        }

        void serve(int worker) {
            pool.serve(worker);
        }

        /** Serves what is left. Returns what was written for all events. */
        int finish() {
            serve(0);
            return written;
        }
    }

    /** Two workers serve a lane. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "One saw what the other wrote.")
    @Outcome(expect = FORBIDDEN, desc = "Lost, repeated, or both at once.")
    @State
    public static class TwoWorkers {

        private final LaneInHand lane = new LaneInHand();

        /** Begins with two events. */
        public TwoWorkers() {
            lane.put();
            lane.put();
        }

        /** A worker. */
        @Actor
        public void one() {
            lane.serve(0);
        }

        /** Another worker. */
        @Actor
        public void other() {
            lane.serve(1);
        }

        /** Reports what was written. */
        @Arbiter
        public void after(I_Result r) {
            r.r1 = lane.finish();
        }
    }

    /** An event comes to a lane while a worker finds no more in it. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "The lane was ready again, or still held.")
    @Outcome(expect = FORBIDDEN, desc = "Lost: the lane is at rest although an event waits.")
    @State
    public static class PutAgainstLeaving {

        private final LaneInHand lane = new LaneInHand();

        /** Begins with an event. */
        public PutAgainstLeaving() {
            lane.put();
        }

        /** Brings another event. */
        @Actor
        public void publisher() {
            lane.put();
        }

        /** Takes until there is none. */
        @Actor
        public void worker() {
            lane.serve(0);
        }

        /** Reports what was written. */
        @Arbiter
        public void after(I_Result r) {
            r.r1 = lane.finish();
        }
    }

    /** Two events come to a lane at rest while a worker looks for one. */
    @JCStressTest
    @Outcome(id = "3", expect = ACCEPTABLE, desc = "The lane was ready once.")
    @Outcome(expect = FORBIDDEN, desc = "Lost, or two workers would serve it.")
    @State
    public static class TwoPublishers {

        private final LaneInHand lane = new LaneInHand();

        /** Brings an event. */
        @Actor
        public void one() {
            lane.put();
        }

        /** Brings two more, and serves. */
        @Actor
        public void other() {
            lane.put();
            lane.put();
            lane.serve(1);
        }

        /** Reports what was written. */
        @Arbiter
        public void after(I_Result r) {
            r.r1 = lane.finish();
        }
    }
}
