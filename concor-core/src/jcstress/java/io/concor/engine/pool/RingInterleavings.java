package io.concor.engine.pool;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.concor.engine.event.Context;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** What may come of two threads at one {@link Ring}. */
public class RingInterleavings {

    /** What a stage leaves behind for the next one; not volatile on purpose. */
    static final class Message {
        final int number;
        int written;

        Message(int number) {
            this.number = number;
        }

        static int number(Object message) {
            return message == null ? 0 : ((Message) message).number;
        }
    }

    /** What the task of the stage before wrote is seen by the task of the next one. */
    @JCStressTest
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "The event was not put yet.")
    @Outcome(id = "42", expect = ACCEPTABLE, desc = "The event was taken, with all that was written before.")
    @Outcome(expect = FORBIDDEN, desc = "The event was taken without what was written before.")
    @State
    public static class Publication {

        private final RingInHand ring = new RingInHand(2);
        private final RingInHand.Taker taker = ring.onlyTaker();
        private final Message message = new Message(1);

        /** The stage before. */
        @Actor
        public void stageBefore() {
            message.written = 42;
            ring.put(message);
        }

        /** The next stage. */
        @Actor
        public void nextStage(I_Result r) {
            Message taken = (Message) taker.take();
            r.r1 = taken == null ? -1 : taken.written;
        }
    }

    /** First in, first out. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Nothing was put yet.")
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "The first event only.")
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "Both events, in order.")
    @Outcome(expect = FORBIDDEN, desc = "An event was overtaken, or taken twice.")
    @State
    public static class Order {

        private final RingInHand ring = new RingInHand(2);
        private final RingInHand.Taker taker = ring.onlyTaker();

        /** Puts the first event before the second. */
        @Actor
        public void publisher() {
            ring.put(new Message(1));
            ring.put(new Message(2));
        }

        /** Looks twice. */
        @Actor
        public void taker(II_Result r) {
            r.r1 = Message.number(taker.take());
            r.r2 = Message.number(taker.take());
        }
    }

    /** A search for timed-out events, while no worker takes, removes one of two events and a publisher puts a third. */
    @JCStressTest
    @Outcome(id = "2, 3", expect = ACCEPTABLE, desc = "The other events remain, in order.")
    @Outcome(expect = FORBIDDEN, desc = "An event is lost, repeated or overtaken.")
    @State
    public static class RemovalAndPublication {

        private final RingInHand ring = new RingInHand(4);
        private final RingInHand.Taker taker = ring.onlyTaker();
        private final List<Context> removed = new ArrayList<>(1);

        /** Two events wait. */
        public RemovalAndPublication() {
            ring.put(new Message(1));
            ring.put(new Message(2));
        }

        /** Removes the first event. */
        @Actor
        public void search() {
            ring.ring().removeIf(context -> Message.number(context.value) == 1, removed);
        }

        /** Puts a third one. */
        @Actor
        public void publisher() {
            ring.put(new Message(3));
        }

        /** Takes what is left. */
        @Arbiter
        public void taker(II_Result r) {
            r.r1 = Message.number(taker.take());
            r.r2 = Message.number(taker.take());
        }
    }

    /** Two workers at one event. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "One worker has it.")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "The event is handled twice.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Each worker left the event to the other.")
    @State
    public static class TwoTakersOfOneEvent {

        private final RingInHand ring = new RingInHand(2);
        private final List<RingInHand.Taker> takers = ring.takers(2);

        /** Begins with an event in the ring. */
        public TwoTakersOfOneEvent() {
            ring.put(new Message(1));
        }

        /** One worker. */
        @Actor
        public void left(II_Result r) {
            r.r1 = Message.number(takers.get(0).take());
        }

        /** The other one. */
        @Actor
        public void right(II_Result r) {
            r.r2 = Message.number(takers.get(1).take());
        }
    }

    /** Two workers, an event for each. */
    @JCStressTest
    @Outcome(
            id = {"1, 2", "2, 1"},
            expect = ACCEPTABLE,
            desc = "Each has one.")
    @Outcome(expect = FORBIDDEN, desc = "An event was lost or handled twice.")
    @State
    public static class TwoTakersOfTwoEvents {

        private final RingInHand ring = new RingInHand(2);
        private final List<RingInHand.Taker> takers = ring.takers(2);

        /** Begins with two events in the ring. */
        public TwoTakersOfTwoEvents() {
            ring.put(new Message(1));
            ring.put(new Message(2));
        }

        /** One worker. */
        @Actor
        public void left(II_Result r) {
            r.r1 = Message.number(takers.get(0).take());
        }

        /** The other one. */
        @Actor
        public void right(II_Result r) {
            r.r2 = Message.number(takers.get(1).take());
        }
    }

    /** Two threads put an event each. */
    @JCStressTest
    @Outcome(
            id = {"1, 2", "2, 1"},
            expect = ACCEPTABLE,
            desc = "Both are there.")
    @Outcome(expect = FORBIDDEN, desc = "One was written over the other.")
    @State
    public static class TwoPublishers {

        private final RingInHand ring = new RingInHand(2);
        private final RingInHand.Taker taker = ring.onlyTaker();

        /** One thread. */
        @Actor
        public void left() {
            ring.put(new Message(1));
        }

        /** The other one. */
        @Actor
        public void right() {
            ring.put(new Message(2));
        }

        /** Takes both. */
        @Arbiter
        public void after(II_Result r) {
            r.r1 = Message.number(taker.take());
            r.r2 = Message.number(taker.take());
        }
    }

    /** A ring is closed while an event is put: r1 what the publisher was answered, r2 what lies before the tombstone. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Put before the ring was closed.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Refused; the publisher still owns the event.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "Lost: the publisher gave the event away, no worker will take it.")
    @Outcome(id = "0, 1", expect = FORBIDDEN, desc = "Handled twice: the publisher kept the event, and it is taken.")
    @State
    public static class PutAgainstClose {

        private final RingInHand ring = new RingInHand(2);
        private final RingInHand.Taker taker = ring.onlyTaker();

        /** Puts an event. */
        @Actor
        public void publisher(II_Result r) {
            r.r1 = ring.put(new Message(1)) ? 1 : 0;
        }

        /** Closes the ring. */
        @Actor
        public void changer() {
            ring.close();
        }

        /** Takes what the pool would take before its threads end. */
        @Arbiter
        public void after(II_Result r) {
            while (!ring.isDrained()) {
                r.r2 += Message.number(taker.take());
            }
        }
    }

    /**
     * A changer looks for rest while an event is taken: r1 whether the ring is empty, r2 whether the worker is busy
     * then.
     */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "The event still waits.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The event is at hand.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "Taken for rest, though the event was not handled yet.")
    @State
    public static class TakingAgainstLooking {

        private final RingInHand ring = new RingInHand(2);
        private final RingInHand.Taker taker = ring.onlyTaker();

        /** Begins with an event in the ring. */
        public TakingAgainstLooking() {
            ring.put(new Message(1));
        }

        /** Takes the event. */
        @Actor
        public void worker() {
            taker.take();
        }

        /** Looks whether anything waits, and then whether anything is at hand. */
        @Actor
        public void changer(II_Result r) {
            r.r1 = ring.ring().isEmpty() ? 1 : 0;
            r.r2 = taker.isBusy() ? 1 : 0;
        }
    }
}
