package io.concor.engine.stored;

import io.concor.engine.event.Context;
import io.concor.engine.pool.Join;
import io.concor.queue.StoredQueue;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the events go that arrive at a stored slot. Thread-safe.
 *
 * <p>When the slot is to keep its events in memory again, the way through the store remains in use until the store is almost
 * empty; then arriving events are held back until the last stored one is in the queue, and follow it. So they keep their order. While
 * a person has paused the queue, arriving events go into the store.
 *
 * <pre>
 * STORING → DRAINING → HOLDING → PASSING
 *    ↑__________|__________|_________|
 * </pre>
 */
final class StorageState {

    private enum Mode {
        /** Arriving events go into the store. */
        STORING,
        /** The same, until almost nothing is left there. */
        DRAINING,
        /** Arriving events are held back until nothing is left in the store. */
        HOLDING,
        /** Arriving events go into the queue of the join. The store may still hand out what a late transaction has put. */
        PASSING
    }

    /** How many events may be left in the store when arriving ones are held back. */
    private static final int ALMOST_EMPTY = 256;
    /** So long they are held back at most; then they go into the store again, for a while. */
    private static final long LONGEST_HOLD_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long BETWEEN_HOLDS_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long NEVER = Long.MIN_VALUE;

    private final StoredQueue queue;
    private final HandOverRoom handOverRoom;
    private final Supplier<@Nullable Join> join;
    private final Consumer<Context> store;
    /** Those that are held back, in their order. Guarded by itself. */
    private final Deque<Context> heldBack = new ArrayDeque<>();
    /** How many threads may be about to put an event into the store. */
    private final AtomicInteger putting = new AtomicInteger();

    private long heldSinceNanos = NEVER; // guarded by heldBack
    private volatile Mode mode = Mode.STORING;

    /**
     * @param join gives the join into whose queue events pass, or null before the first
     * @param store puts a prepared event into the store
     */
    StorageState(StoredQueue queue, HandOverRoom handOverRoom, Supplier<@Nullable Join> join, Consumer<Context> store) {
        this.queue = queue;
        this.handOverRoom = handOverRoom;
        this.join = join;
        this.store = store;
    }

    /** Whether arriving events go into the store. */
    boolean isStoring() {
        return mode == Mode.STORING || mode == Mode.DRAINING;
    }

    /** Whether that is so until a change wants otherwise; if not, events are to wait in memory, now or once the store is empty. */
    boolean keepsStored() {
        return mode == Mode.STORING;
    }

    /** Whether everything that was in the store has come into the queue, and arriving events do so at once. */
    boolean isPassing() {
        return mode == Mode.PASSING;
    }

    /** Whether an event may be put now, also in a transaction. Until {@link #endPut} it counts as about to be. */
    boolean beginPut() {
        putting.incrementAndGet();
        boolean storing = isStoring();
        if (!storing) {
            putting.decrementAndGet();
        }
        return storing;
    }

    /** An event is in the queue of the store, or does not come. */
    void endPut() {
        putting.decrementAndGet();
    }

    /** Puts a prepared event into the store, or holds it back. Returns false if it is to pass by now. */
    boolean put(Context context) {
        putting.incrementAndGet();
        try {
            if (isStoring()) {
                store.accept(context);
                return true;
            }
            return holdBack(context);
        } finally {
            putting.decrementAndGet();
        }
    }

    private boolean holdBack(Context context) {
        synchronized (heldBack) {
            if (mode == Mode.HOLDING) {
                heldBack.add(context);
            } else if (isStoring()) {
                store.accept(context);
            }
            return mode != Mode.PASSING;
        }
    }

    /** Events are to wait in memory from now on. */
    void drain() {
        synchronized (heldBack) {
            storeHeldBack(Mode.DRAINING);
            heldSinceNanos = NEVER; // another change
        }
    }

    /** Events are to wait in the store from now on, also those that are held back. */
    void storeAgain() {
        synchronized (heldBack) {
            storeHeldBack(Mode.STORING);
        }
    }

    private void storeHeldBack(Mode next) {
        for (Context context = heldBack.poll(); context != null; context = heldBack.poll()) {
            store.accept(context);
        }
        mode = next; // last: events that arrive meanwhile come after those
    }

    /** Goes on towards memory, if the store is empty enough by now. Called again and again. */
    void advance() {
        if (mode == Mode.STORING || mode == Mode.PASSING) {
            return;
        }
        synchronized (heldBack) {
            boolean paused = queue.isPaused();
            if (mode == Mode.HOLDING && paused) {
                storeHeldBack(Mode.DRAINING); // nothing comes out before a person resumes
            }
            if (mode == Mode.DRAINING && !paused && queue.depth() <= ALMOST_EMPTY && mayHoldBack()) {
                mode = Mode.HOLDING;
                heldSinceNanos = System.nanoTime();
                handOverRoom.open();
            }
            if (mode == Mode.HOLDING && putting.get() == 0 && queue.isEmpty()) {
                pass(join.get());
            }
            if (mode == Mode.HOLDING && System.nanoTime() - heldSinceNanos > LONGEST_HOLD_NANOS) {
                storeHeldBack(Mode.DRAINING); // others put, or what is left is delayed or waits for a person
            }
        }
    }

    private boolean mayHoldBack() {
        return heldSinceNanos == NEVER || System.nanoTime() - heldSinceNanos > BETWEEN_HOLDS_NANOS;
    }

    private void pass(@Nullable Join to) {
        while (to != null && !heldBack.isEmpty() && to.putIntoQueue(heldBack.element(), null)) {
            heldBack.remove();
        }
        if (heldBack.isEmpty()) {
            mode = Mode.PASSING;
        }
    }
}
