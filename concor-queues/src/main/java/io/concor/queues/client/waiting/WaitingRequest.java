package io.concor.queues.client.waiting;

import io.concor.queues.client.MessageArrivals.Interest;
import io.concor.queues.client.MessageArrivals.Waiter;
import io.concor.queues.client.MessageArrivals.Wake;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One that waits. Its state is one compare-and-set; whoever makes it leave {@link State#WAITING} does what follows. */
final class WaitingRequest implements Waiter {

    private final Interest interest;
    private final Consumer<Wake> callback;
    private final LocalArrivals arrivals;
    private final long sinceNanos = System.nanoTime();
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    private volatile @Nullable Future<?> deadline;
    private volatile @Nullable Arrival wokenBy;
    private volatile Wake reason = Wake.ARRIVAL;
    /** Of its board, which guards it. */
    private long place;

    WaitingRequest(Interest interest, Consumer<Wake> callback, LocalArrivals arrivals) {
        this.interest = interest;
        this.callback = callback;
        this.arrivals = arrivals;
    }

    /** Where one stands that waits. */
    private enum State {
        WAITING,
        /** A wake-up is on its way to the callback. */
        WOKEN,
        CALLED,
        CANCELLED
    }

    Interest interest() {
        return interest;
    }

    void deadline(Future<?> value) {
        deadline = value;
        if (state.get() != State.WAITING) {
            value.cancel(false);
        }
    }

    void place(long value) {
        place = value;
    }

    long place() {
        return place;
    }

    /**
     * Returns whether it waited until now.
     *
     * @param arrival the message that has woken no other one; null: others are woken for the same reason
     */
    boolean wake(@Nullable Arrival arrival) {
        wokenBy = arrival;
        return leave(State.WOKEN);
    }

    /**
     * Its queue or its client is gone. Returns whether it waited until now.
     *
     * @param gone why it is called back if it waited already then; who came later may wait for another one of that name, and looks
     * @param beforeNanos when the queue or the client was still there at most
     */
    boolean wake(Wake gone, long beforeNanos) {
        if (sinceNanos - beforeNanos < 0) {
            reason = gone;
        }
        return wake(null);
    }

    /** Returns whether it waited until now, and so calls back. */
    boolean end() {
        if (leave(State.CALLED)) {
            callback.accept(Wake.DEADLINE);
            return true;
        }
        return false;
    }

    private boolean leave(State next) {
        if (!state.compareAndSet(State.WAITING, next)) {
            return false;
        }
        Future<?> present = deadline;
        if (present != null) {
            present.cancel(false);
        }
        return true;
    }

    void call() {
        if (state.compareAndSet(State.WOKEN, State.CALLED)) {
            callback.accept(reason);
        }
    }

    @Override
    public boolean cancel() {
        if (leave(State.CANCELLED)) {
            arrivals.left(this);
            return true;
        }
        if (state.compareAndSet(State.WOKEN, State.CANCELLED)) {
            Arrival arrival = wokenBy;
            if (arrival != null) {
                arrivals.arrived(arrival, 1);
            }
            return true;
        }
        return state.get() == State.CANCELLED;
    }
}
