package io.concor.engine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.concor.JoinSettings;
import io.concor.engine.event.Forgotten;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.Pool;
import io.concor.engine.pool.PoolInHand;
import io.concor.engine.pool.RingInHand;
import io.concor.layout.Stages;
import java.util.Collections;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** What may come of a change of a {@link Join} and a thread that brings an event to it, or carries one away. */
public class JoinInterleavings {

    private static final int MAX_IN_FLIGHT = 2;
    private static final int SLOT = 0;
    private static final Stages WITHOUT_JOIN = Stages.of(Collections.nCopies(SLOT + 1, null), i -> false);

    /** A pool is exchanged while an event is put, which may signal the pool that is about to go. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The next pool handled the event.")
    @Outcome(expect = FORBIDDEN, desc = "A lost wake-up: the next pool sleeps though an event waits.")
    @State
    public static class ExchangeAgainstPublishing {

        private final RingInHand ring = new RingInHand(MAX_IN_FLIGHT);
        private final PoolInHand old = new PoolInHand(ring.ring(), JoinSettings.single(), serving -> {});
        private final PoolInHand next = new PoolInHand(ring.ring(), JoinSettings.fixed(1), Pool::retire);
        private final Join join = new Join(JoinSettings.single(), ring.ring(), null, old.pool());

        /** Brings an event. */
        @Actor
        public void publisher() {
            join.put(ring.context("event"), null);
        }

        /** Exchanges the pool; then is the thread of the next one. */
        @Actor
        public void changerThenWorker(I_Result r) {
            join.use(JoinSettings.fixed(1), next.pool());
            next.pool().resume();
            old.pool().retire();
            r.r1 = Forgotten.fetched(() -> next.serveOrPark(0), next.pool()::retire) ? 0 : 1;
        }
    }

    /** A pool is exchanged while its thread serves. The runs share one plain field, which must be all that they need. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "Each run saw what the run before wrote, by whichever pool.")
    @Outcome(
            expect = FORBIDDEN,
            desc = "A run overlapped or did not see the run before, or an event was lost or repeated.")
    @State
    public static class ExchangeAgainstServing {

        private int runs;
        private final RingInHand ring = new RingInHand(MAX_IN_FLIGHT);
        private final PoolInHand old = new PoolInHand(ring.ring(), JoinSettings.single(), serving -> runs++);
        private final PoolInHand next = new PoolInHand(ring.ring(), JoinSettings.fixed(1), serving -> runs++);
        private final Join join = new Join(JoinSettings.single(), ring.ring(), null, old.pool());

        /** Begins with a running pool and two events. */
        public ExchangeAgainstServing() {
            ring.put("event");
            ring.put("event");
            old.pool().resume();
        }

        /** The thread of the old pool. */
        @Actor
        public void worker() {
            old.run(0);
        }

        /** Exchanges the pool; then is the thread of the next one. */
        @Actor
        public void changerThenWorker() {
            join.suspend();
            while (!old.pool().isQuiescent()) {
                Thread.onSpinWait();
            }
            join.use(JoinSettings.fixed(1), next.pool());
            next.pool().resume();
            old.pool().retire();
            while (next.serve(0)) {
                Thread.onSpinWait();
            }
        }

        /** Reports the runs. */
        @Arbiter
        public void after(I_Result r) {
            r.r1 = runs;
        }
    }

    /** A join is taken out in order while an event is put: r1 whether it was put, r2 whether the slot was sealed. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Put; the slot is not empty yet.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The publisher looks at the slot again and finds it empty.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The publisher looks again, and so does the changer.")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "Lost: the event is in a ring that no worker serves any more.")
    @State
    public static class TakingOutAgainstPublishing {

        private final RingInHand ring = new RingInHand(MAX_IN_FLIGHT);
        private final PoolInHand pool = new PoolInHand(ring.ring(), JoinSettings.single(), serving -> {});
        private final Join join = new Join(JoinSettings.single(), ring.ring(), null, pool.pool());
        private final RemoveJoin step = RemoveJoin.of(SLOT, join, WITHOUT_JOIN, false);

        /** Begins with an empty ring. */
        public TakingOutAgainstPublishing() {
            step.prepare();
        }

        /** Brings an event. */
        @Actor
        public void publisher(II_Result r) {
            r.r1 = join.put(ring.context("event"), null) ? 1 : 0;
        }

        /** Takes the join out. */
        @Actor
        public void changer(II_Result r) {
            r.r2 = step.isReady() && step.seal() ? 1 : 0;
        }
    }

    /**
     * A join is taken out in order while its thread serves the last event: what the thread wrote, where it was sealed.
     */
    @JCStressTest
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "Not sealed: the event waits or is at hand.")
    @Outcome(id = "42", expect = ACCEPTABLE, desc = "Sealed; whoever runs the component next sees what was written.")
    @Outcome(expect = FORBIDDEN, desc = "Sealed while the thread was at the event.")
    @State
    public static class TakingOutAgainstServing {

        private int written;
        private final RingInHand ring = new RingInHand(MAX_IN_FLIGHT);
        private final PoolInHand pool = new PoolInHand(ring.ring(), JoinSettings.single(), serving -> written = 42);
        private final Join join = new Join(JoinSettings.single(), ring.ring(), null, pool.pool());
        private final RemoveJoin step = RemoveJoin.of(SLOT, join, WITHOUT_JOIN, false);

        /** Begins with one event. */
        public TakingOutAgainstServing() {
            ring.put("event");
            pool.pool().resume();
            step.prepare();
        }

        /** The pool's thread. */
        @Actor
        public void worker() {
            pool.serve(0);
        }

        /** Takes the join out. */
        @Actor
        public void changer(I_Result r) {
            r.r1 = step.isReady() && step.seal() ? written : -1;
        }
    }

    /**
     * A join of several threads is taken out while an event is put: r1 whether it was put, r2 whether it was handled.
     */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Put; the old threads have worked it off before they ended.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The publisher looks at the slot again and finds it empty.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "Lost: the old threads ended before the event.")
    @Outcome(id = "0, 1", expect = FORBIDDEN, desc = "Handled by the old threads and by the publisher.")
    @State
    public static class DrainingAgainstPublishing {

        private int handled;
        private final RingInHand ring = new RingInHand(MAX_IN_FLIGHT);
        private final PoolInHand pool = new PoolInHand(ring.ring(), JoinSettings.fixed(2), serving -> handled++);
        private final Join join = new Join(JoinSettings.fixed(2), ring.ring(), null, pool.pool());

        /** Begins with a running pool. */
        public DrainingAgainstPublishing() {
            pool.pool().resume();
        }

        /** Brings an event. */
        @Actor
        public void publisher(II_Result r) {
            r.r1 = join.put(ring.context("event"), null) ? 1 : 0;
        }

        /** Takes the join out; then is its thread, which ends when the ring is empty. */
        @Actor
        public void changerThenWorker() {
            RemoveJoin step = RemoveJoin.of(SLOT, join, WITHOUT_JOIN, false);
            step.prepare();
            step.activate();
            pool.run(0);
        }

        /** Reports what was handled. */
        @Arbiter
        public void after(II_Result r) {
            r.r2 = handled;
        }
    }
}
