package io.concor.engine;

import io.concor.JoinSettings;
import io.concor.engine.event.Context;
import io.concor.engine.pool.EventQueue;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.Worker;
import io.concor.layout.Stages;
import io.concor.text.Sentence;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Removes the join of a slot. Nothing is lost, because {@link EventQueue#close} puts every event before the tombstone,
 * where the old threads or those that replace them take it; a publisher that comes later keeps its event, and
 * the event goes by the new routing table.
 *
 * <ul>
 *   <li>{@link InOrder}: one thread served the slot, and at most one thread of the flow will run its components. Order
 *       matters, so the join is removed at a moment when nothing waits.
 *   <li>{@link ToSeveralThreads}: one thread served the slot and several will run its components. It stops, and
 *       these threads get what waits.
 *   <li>{@link Draining}: several threads served the slot. They finish what waits while new events pass.
 * </ul>
 */
abstract class RemoveJoin extends SlotOperation {

    final Join join;

    RemoveJoin(int slot, Join join) {
        super(slot);
        this.join = join;
    }

    /**
     * Returns the operation that fits.
     *
     * @param after the stages after the change
     * @param inTransaction whether the events that wait are in a transaction
     */
    static RemoveJoin of(int slot, Join join, Stages after, boolean inTransaction) {
        if (!join.settings().oneThreaded()) {
            return new Draining(slot, join);
        }
        JoinSettings serving = after.join(slot);
        return serving == null || serving.oneThreaded()
                ? new InOrder(slot, join)
                : new ToSeveralThreads(slot, join, after.serving(slot), inTransaction);
    }

    @Override
    void install(@Nullable Join[] joins) {
        joins[slot] = null;
    }

    @Override
    String obstacle() {
        return Sentence.of(
                "%d events still wait or are being handled",
                join.queue().waiting() + join.pool().active());
    }

    /**
     * Removes a join whose only thread keeps events in order: the thread finishes what waits, and the join is removed at a
     * moment when nothing waits and the thread has no event.
     */
    private static final class InOrder extends RemoveJoin {

        private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

        private long takenBefore;
        private long waitingBefore;
        /** When everything that waited at the beginning was finished and yet more waited; 0 before. */
        private long overtakenNanos;

        private long handedOver;

        InOrder(int slot, Join join) {
            super(slot, join);
        }

        @Override
        void prepare() {
            takenBefore = join.queue().taken();
            waitingBefore = join.queue().waiting();
        }

        @Override
        boolean isReady() {
            return join.queue().isEmpty() && join.pool().isIdle();
        }

        @Override
        boolean waitsFor(Thread thread) {
            return join.pool().owns(thread);
        }

        /** Once everything that waited at the beginning is finished, only new arrivals can keep the queue from emptying. */
        @Override
        boolean needsPausedAdmission() {
            if (join.queue().isEmpty() || join.queue().taken() < takenBefore + waitingBefore) {
                return false;
            }
            long now = System.nanoTime();
            if (overtakenNanos == 0) {
                overtakenNanos = now;
            }
            return now - overtakenNanos > PATIENCE_NANOS;
        }

        /** An event that was put just before the queue closed is before the tombstone, and has to be handled first. */
        @Override
        boolean seal() {
            join.queue().close();
            handedOver = waitingBefore;
            return join.queue().isDrained() && join.pool().isIdle();
        }

        @Override
        void unseal() {
            join.reopen();
            join.pool().signal(); // the tombstone is a cell like others, and no publisher has signalled it
        }

        @Override
        void activate() {
            join.pool().retire();
        }

        @Override
        void rollBack() {}

        @Override
        long handedOver() {
            return handedOver;
        }
    }

    /**
     * Removes a join whose components move from its only thread to several others. The thread stops first, because the
     * same change may give the component that it runs to another thread. Then arriving events pass, and the events that
     * wait move to the previous join. If they are in a transaction, the old thread finishes them instead: in the other queue
     * they would hold their connections while events before them wait for a connection.
     */
    private static final class ToSeveralThreads extends Draining {

        /** The slot of the previous join, whose threads will run the components. */
        private final int previous;

        private final boolean inTransaction;
        /** Takes the events that move. Created beforehand, because nothing may fail once the change is in force. */
        private final Worker taker;

        private final Consumer<Context> mover = this::move;
        private @Nullable Join before;

        private long moved;

        ToSeveralThreads(int slot, Join join, int previous, boolean inTransaction) {
            super(slot, join);
            this.previous = previous;
            this.inTransaction = inTransaction;
            this.taker = new Worker(join.pool().state(), false);
        }

        @Override
        void prepare() {
            join.suspend();
        }

        @Override
        boolean isReady() {
            return join.pool().isQuiescent();
        }

        @Override
        boolean waitsFor(Thread thread) {
            return join.pool().owns(thread);
        }

        @Override
        void install(@Nullable Join[] joins) {
            super.install(joins);
            before = joins[previous];
        }

        @Override
        void activate() {
            if (before == null || inTransaction) {
                super.activate();
            } else {
                join.queue().close();
                join.queue().drain(taker, mover); // the old thread has stopped, so no other takes from the queue
                join.pool().retire();
            }
        }

        /** The event waits on for the same component, in the queue of the previous join. */
        private void move(Context context) {
            if (before != null) {
                context.enqueue(context.resumeAt(slot), false);
                before.put(context, null); // never refused: no other change can close that queue now
                moved++;
            }
        }

        @Override
        void rollBack() {
            join.resume();
        }

        @Override
        long handedOver() {
            return moved + super.handedOver();
        }
    }

    /** Removes a join whose threads keep no order: they finish what is left in the queue while arriving events pass. */
    private static class Draining extends RemoveJoin {

        private long handedOver;

        Draining(int slot, Join join) {
            super(slot, join);
        }

        @Override
        void prepare() {}

        @Override
        void activate() {
            handedOver = join.queue().waiting();
            join.queue().close();
            join.pool().drain();
        }

        @Override
        void rollBack() {}

        @Override
        long handedOver() {
            return handedOver;
        }
    }
}
