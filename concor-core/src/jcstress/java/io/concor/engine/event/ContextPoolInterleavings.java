package io.concor.engine.event;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** What may come of two threads at one {@link ContextPool}. */
public class ContextPoolInterleavings {

    private static int takeAll(ContextPool pool) {
        int taken = 0;
        while (pool.take() != null) {
            taken++;
        }
        return taken;
    }

    /** Two threads want the last context. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "One has it.")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "Two events in one context.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Both refused though a context was free.")
    @State
    public static class TwoTakersOfTheLast {

        private final ContextPool pool = new ContextPool(1, false);

        /** One thread. */
        @Actor
        public void left(II_Result r) {
            r.r1 = pool.take() == null ? 0 : 1;
        }

        /** The other one. */
        @Actor
        public void right(II_Result r) {
            r.r2 = pool.take() == null ? 0 : 1;
        }
    }

    /** Two threads, a context for each: 1 where they have different ones. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "Each has its own, and they are numbered one after the other.")
    @Outcome(expect = FORBIDDEN, desc = "Two owners of one context, a refusal, or one number for two events.")
    @State
    public static class TwoTakersOfTwo {

        private final ContextPool pool = new ContextPool(2, false);
        private Context left;
        private Context right;

        {
            pool.sample(number -> number == 1);
        }

        /** One thread. */
        @Actor
        public void left() {
            left = pool.take();
        }

        /** The other one. */
        @Actor
        public void right() {
            right = pool.take();
        }

        /** Compares. */
        @Arbiter
        public void after(I_Result r) {
            boolean distinct = left != null && right != null && left != right;
            r.r1 = distinct && left.sampled != right.sampled ? 1 : 0;
        }
    }

    /** A context is given back while another thread wants one: r1 what the taker sees, r2 how many there are then. */
    @JCStressTest
    @Outcome(id = "-1, 1", expect = ACCEPTABLE, desc = "Not given back yet.")
    @Outcome(id = "42, 1", expect = ACCEPTABLE, desc = "Taken, with all that the owner before wrote.")
    @Outcome(id = "0, 1", expect = FORBIDDEN, desc = "Taken, without what the owner before wrote.")
    @Outcome(expect = FORBIDDEN, desc = "A context was lost, or is there twice.")
    @State
    public static class GiveAgainstTake {

        private final ContextPool pool = new ContextPool(1, false);
        private final Context held = pool.take();
        private Context taken;

        /** The owner. */
        @Actor
        public void giver() {
            held.value = 42;
            pool.give(held);
        }

        /** Who wants a context. */
        @Actor
        public void taker(II_Result r) {
            taken = pool.take();
            r.r1 = taken == null ? -1 : taken.value == null ? 0 : (int) taken.value;
        }

        /** Counts the contexts. */
        @Arbiter
        public void after(II_Result r) {
            r.r2 = (taken == null ? 0 : 1) + takeAll(pool);
        }
    }

    /** Two contexts are given back at once. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "Both are free.")
    @Outcome(expect = FORBIDDEN, desc = "A context was lost, or is there twice.")
    @State
    public static class GiveAgainstGive {

        private final ContextPool pool = new ContextPool(2, false);
        private final Context one = pool.take();
        private final Context other = pool.take();

        /** One owner. */
        @Actor
        public void left() {
            pool.give(one);
        }

        /** The other one. */
        @Actor
        public void right() {
            pool.give(other);
        }

        /** Counts the contexts. */
        @Arbiter
        public void after(I_Result r) {
            Context first = pool.take();
            Context second = pool.take();
            r.r1 = (first == null || first == second ? 0 : 1) + (second == null ? 0 : 1) + takeAll(pool);
        }
    }
}
