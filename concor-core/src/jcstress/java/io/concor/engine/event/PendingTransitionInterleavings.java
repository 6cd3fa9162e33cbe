package io.concor.engine.event;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.concor.Continuation;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.Sampling;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** What may come of two calls of one continuation: r1 how often the event went on, r2 what it brought. */
public class PendingTransitionInterleavings {

    private static final int ERROR = 3;

    /** Without a join, so that the event goes on, and ends, on the thread that calls. */
    private static final Flow<Crossing, Integer> FLOW = Flows.<Crossing>create("crossing")
            .<Arrival>bind((crossing, continuation) -> crossing.continuation = continuation, "transition")
            .map(Arrival::arrive, "arrival")
            .catching(error -> Crossing.CALLING.get().arrive(ERROR), "error")
            .maxInFlight(1 << 16)
            .timeout(Duration.ofDays(1))
            .sampling(new Sampling(false, 3, 128))
            .build();

    /** What a continuation brings. */
    private record Arrival(Crossing crossing, int who) {
        private Integer arrive() {
            return crossing.arrive(who);
        }
    }

    /** An event in the hands of a transition task. */
    public static class Crossing {

        /** Whose error the calling thread brings. */
        private static final ThreadLocal<Crossing> CALLING = new ThreadLocal<>();

        private volatile Continuation<Arrival> continuation;

        private final AtomicInteger ends = new AtomicInteger();
        /** Neither atomic nor volatile: one thread only may count here. */
        private int arrivals;

        private int who;

        private Integer arrive(int whoCame) {
            arrivals++;
            who = whoCame;
            return whoCame;
        }

        /** Sends the event into the transition. */
        protected final void cross() {
            FLOW.apply(this);
        }

        /** Calls with a value. */
        protected final void complete(int who) {
            continuation.complete(new Arrival(this, who));
        }

        /** Calls with an error. */
        protected final void fail() {
            CALLING.set(this);
            continuation.fail(new IllegalStateException("failed on purpose"));
        }

        /** Does what the clock does when the event's time is over. */
        protected final void expire() {
            CALLING.set(this);
            ((PendingTransition) (Object) continuation).expire();
        }

        /** Registers an action for the end of the event. */
        protected final void register() {
            continuation.onEnd(ends::incrementAndGet);
        }

        /** Reports the outcome, and how often an action for the end ran. */
        protected final void reportEnds(II_Result r) {
            r.r1 = who;
            r.r2 = ends.get();
        }

        /** Whether the task has given the continuation away. */
        protected final boolean crossing() {
            return continuation != null;
        }

        /** Reports the outcome. */
        protected final void report(II_Result r) {
            r.r1 = arrivals;
            r.r2 = who;
        }
    }

    /** Two threads call the continuation. */
    @JCStressTest
    @Outcome(
            id = {"1, 1", "1, 2"},
            expect = ACCEPTABLE,
            desc = "One call decided, the other one was ignored.")
    @Outcome(expect = FORBIDDEN, desc = "The event went on twice, or not at all.")
    @State
    public static class TwoCalls extends Crossing {

        /** Begins in the transition. */
        @SuppressWarnings("this-escape") // the flow only hands it on
        public TwoCalls() {
            cross();
        }

        /** One caller. */
        @Actor
        public void left() {
            complete(1);
        }

        /** The other one. */
        @Actor
        public void right() {
            complete(2);
        }

        /** Reports the outcome. */
        @Arbiter
        public void after(II_Result r) {
            report(r);
        }
    }

    /** One thread calls with a value, another with an error. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The value decided.")
    @Outcome(id = "1, 3", expect = ACCEPTABLE, desc = "The error decided.")
    @Outcome(expect = FORBIDDEN, desc = "The event went on twice, or not at all.")
    @State
    public static class ValueAgainstError extends Crossing {

        /** Begins in the transition. */
        @SuppressWarnings("this-escape") // the flow only hands it on
        public ValueAgainstError() {
            cross();
        }

        /** One caller. */
        @Actor
        public void left() {
            complete(1);
        }

        /** The other one. */
        @Actor
        public void right() {
            fail();
        }

        /** Reports the outcome. */
        @Arbiter
        public void after(II_Result r) {
            report(r);
        }
    }

    /** The continuation is called while the event's time is found to be over. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "In time.")
    @Outcome(id = "1, 3", expect = ACCEPTABLE, desc = "Timed out; the call came too late.")
    @Outcome(expect = FORBIDDEN, desc = "The event ended twice, or not at all.")
    @State
    public static class TimeoutAgainstCompletion extends Crossing {

        /** Begins in the transition. */
        @SuppressWarnings("this-escape") // the flow only hands it on
        public TimeoutAgainstCompletion() {
            cross();
        }

        /** The callback. */
        @Actor
        public void callback() {
            complete(1);
        }

        /** The clock. */
        @Actor
        public void clock() {
            expire();
        }

        /** Reports the outcome. */
        @Arbiter
        public void after(II_Result r) {
            report(r);
        }
    }

    /** The continuation is called by another thread while the task returns. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The later of the two carried the event on.")
    @Outcome(expect = FORBIDDEN, desc = "Both threads carried the event on, or none.")
    @State
    public static class CallAgainstReturn extends Crossing {

        /** The thread whose task gives the continuation away. */
        @Actor
        public void task() {
            cross();
        }

        /** Who is given it. */
        @Actor
        public void callback() {
            while (!crossing()) {
                Thread.onSpinWait();
            }
            complete(1);
        }

        /** Reports the outcome. */
        @Arbiter
        public void after(II_Result r) {
            report(r);
        }
    }

    /** Two actions for the end are registered while the event's time is found to be over. */
    @JCStressTest
    @Outcome(id = "3, 2", expect = ACCEPTABLE, desc = "Each action ran once.")
    @Outcome(expect = FORBIDDEN, desc = "An action ran twice, or not at all.")
    @State
    public static class RegistrationsAgainstTimeout extends Crossing {

        /** Begins in the transition. */
        @SuppressWarnings("this-escape") // the flow only hands it on
        public RegistrationsAgainstTimeout() {
            cross();
        }

        /** One client. */
        @Actor
        public void left() {
            register();
        }

        /** The other one. */
        @Actor
        public void right() {
            register();
        }

        /** The clock. */
        @Actor
        public void clock() {
            expire();
        }

        /** Reports the outcome. */
        @Arbiter
        public void after(II_Result r) {
            reportEnds(r);
        }
    }

    /** The continuation is called while the event's time is found to be over, with an action for the end. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "In time; the action did not run.")
    @Outcome(id = "3, 1", expect = ACCEPTABLE, desc = "Timed out; the action ran once.")
    @Outcome(expect = FORBIDDEN, desc = "The action ran although the call decided, or did not run at the end.")
    @State
    public static class EndAgainstCompletion extends Crossing {

        /** Begins in the transition. */
        @SuppressWarnings("this-escape") // the flow only hands it on
        public EndAgainstCompletion() {
            cross();
            register();
        }

        /** The callback. */
        @Actor
        public void callback() {
            complete(1);
        }

        /** The clock. */
        @Actor
        public void clock() {
            expire();
        }

        /** Reports the outcome. */
        @Arbiter
        public void after(II_Result r) {
            reportEnds(r);
        }
    }
}
