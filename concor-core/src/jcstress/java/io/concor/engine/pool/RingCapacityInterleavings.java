package io.concor.engine.pool;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** What may come of two threads at one {@link RingCapacity}. */
public class RingCapacityInterleavings {

    /** A publisher looks for room while the capacity becomes less: r1 whether publishers believe in the old one then. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "Publishers look at the new capacity.")
    @Outcome(id = "1", expect = FORBIDDEN, desc = "Publishers never look at the capacity again.")
    @State
    public static class LookAgainstChange {

        private final RingCapacity room = new RingCapacity(Integer.MAX_VALUE);

        /** Looks for room behind the first event. */
        @Actor
        public void publisher() {
            room.isFull(0, 1);
        }

        /** Bounds the room. */
        @Actor
        public void changer() {
            room.capacity(1);
        }

        /** Asks for room behind the first event. */
        @Arbiter
        public void after(I_Result r) {
            r.r1 = room.surelyHolds(1) ? 1 : 0;
        }
    }
}
