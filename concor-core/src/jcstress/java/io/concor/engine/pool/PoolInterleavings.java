package io.concor.engine.pool;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.concor.JoinSettings;
import io.concor.engine.event.Forgotten;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** What may come of a worker and a thread that wants something of its {@link Pool}. */
public class PoolInterleavings {

    private static final int MAX_IN_FLIGHT = 2;

    /** A worker finds nothing and goes to sleep while an event is put. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The event was handled.")
    @Outcome(expect = FORBIDDEN, desc = "A lost wake-up: the worker sleeps though an event waits.")
    @State
    public static class WakeUpAgainstPark {

        private final RingInHand ring = new RingInHand(MAX_IN_FLIGHT);
        private final PoolInHand pool = new PoolInHand(ring.ring(), JoinSettings.single(), Pool::retire);

        /** Begins with a running pool. */
        public WakeUpAgainstPark() {
            pool.pool().resume();
        }

        /** Serves one event, however long it has to sleep for it. */
        @Actor
        public void worker(I_Result r) {
            r.r1 = Forgotten.fetched(() -> pool.serveOrPark(0), pool.pool()::retire) ? 0 : 1;
        }

        /** Puts the event. */
        @Actor
        public void publisher() {
            ring.put("event");
            pool.pool().signal();
        }
    }

    /** Counts the runs of a task that is served by one thread; not atomic on purpose. */
    public abstract static class OneThreaded {

        private int runs;
        private final RingInHand ring = new RingInHand(MAX_IN_FLIGHT);
        private final PoolInHand pool = new PoolInHand(ring.ring(), JoinSettings.single(), serving -> runs++);

        /** An event waits. */
        protected OneThreaded() {
            ring.put("event");
        }

        /** Lets the pool run. */
        protected final void release() {
            pool.pool().resume();
        }

        /** Is the pool's thread. */
        protected final void serve() {
            pool.run(0);
        }

        /** Brings the pool to rest. */
        protected final void hold() {
            pool.pool().suspend();
            while (!pool.pool().isQuiescent()) {
                Thread.onSpinWait();
            }
        }

        /** Brings the pool to rest, reports how many runs are seen and how many events wait, and ends the pool. */
        protected final void holdAndTell(II_Result r) {
            hold();
            r.r1 = runs;
            r.r2 = (int) ring.ring().waiting();
            pool.pool().retire();
        }
    }

    /** A pool is brought to rest for an exchange while its thread serves: r1 runs seen then, r2 events waiting then. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The event waits for the next pool.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The event was handled; the next pool sees what was written.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "The thread is still at the event, or what it wrote is not seen.")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "The event is handled and waits to be handled again.")
    @State
    public static class HoldAgainstServing extends OneThreaded {

        /** Begins with a running pool. */
        public HoldAgainstServing() {
            release();
        }

        /** The pool's thread. */
        @Actor
        public void worker() {
            serve();
        }

        /** Makes the change. */
        @Actor
        public void changer(II_Result r) {
            holdAndTell(r);
        }
    }

    /** A pool at rest is released, and brought to rest again at once. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The thread did not come to it in between.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The event was handled in between; what was written is seen.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "The second rest was taken for the first one.")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "The event is handled and waits to be handled again.")
    @State
    public static class SecondHoldAgainstServing extends OneThreaded {

        /** The pool's thread, held at first. */
        @Actor
        public void worker() {
            serve();
        }

        /** Makes two changes. */
        @Actor
        public void changer(II_Result r) {
            hold();
            release();
            holdAndTell(r);
        }
    }

    /** A pool of two threads is made one of one thread, while the thread too many looks for the only event. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "Handled once.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "Lost with the thread that ended.")
    @Outcome(expect = FORBIDDEN, desc = "Handled more than once.")
    @State
    public static class ResizeAgainstTaking {

        private static final int STAYS = 0;
        private static final int ENDS = 1;

        private final RingInHand ring = new RingInHand(MAX_IN_FLIGHT);
        private final AtomicInteger runs = new AtomicInteger();
        private final PoolInHand pool =
                new PoolInHand(ring.ring(), JoinSettings.fixed(2), serving -> runs.incrementAndGet());

        /** Begins with a running pool and an event. */
        public ResizeAgainstTaking() {
            ring.put("event");
            pool.pool().resume();
        }

        /** The thread too many. */
        @Actor
        public void ending() {
            pool.run(ENDS);
        }

        /** Resizes the pool; then does what the thread that stays does. */
        @Actor
        public void changerThenStaying() {
            pool.pool().adopt(JoinSettings.fixed(1));
            while (pool.serve(STAYS)) {
                Thread.onSpinWait();
            }
        }

        /** Reports how often the event was handled. */
        @Arbiter
        public void after(I_Result r) {
            r.r1 = runs.get();
        }
    }

    /** A thread of two is dismissed while an event is put, for which it may be the one that is woken. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The event was handled.")
    @Outcome(expect = FORBIDDEN, desc = "A lost wake-up: it went to a thread that ended.")
    @State
    public static class ResizeAgainstWakeUp {

        private static final int STAYS = 0;

        private final RingInHand ring = new RingInHand(MAX_IN_FLIGHT);
        private final PoolInHand pool = new PoolInHand(ring.ring(), JoinSettings.fixed(2), Pool::retire);

        /** Begins with a running pool. */
        public ResizeAgainstWakeUp() {
            pool.pool().resume();
        }

        /** The thread that stays. */
        @Actor
        public void staying(I_Result r) {
            r.r1 = Forgotten.fetched(() -> pool.serveOrPark(STAYS), pool.pool()::retire) ? 0 : 1;
        }

        /** Resizes the pool and puts an event. */
        @Actor
        public void changerThenPublisher() {
            pool.pool().adopt(JoinSettings.fixed(1));
            ring.put("event");
            pool.pool().signal();
        }
    }
}
