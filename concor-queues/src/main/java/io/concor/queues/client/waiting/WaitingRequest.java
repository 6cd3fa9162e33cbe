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
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    private volatile @Nullable Future<?> deadline;

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

    boolean takes(String from) {
        return !from.equals(interest.client())
                && (interest.from() == null || interest.from().equals(from));
    }

    /** Returns whether it waited until now. */
    boolean wake() {
        return leave(State.WOKEN);
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
            callback.accept(Wake.ARRIVAL);
        }
    }

    @Override
    public boolean cancel() {
        if (leave(State.CANCELLED)) {
            arrivals.left(this);
            return true;
        }
        if (state.compareAndSet(State.WOKEN, State.CANCELLED)) {
            arrivals.passOn(interest);
            return true;
        }
        return state.get() == State.CANCELLED;
    }
}
