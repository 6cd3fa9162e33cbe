package io.concor.engine;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The events that wait in a slot, first in, first out. Any number of threads may put and take.
 *
 * <p>{@link #close} makes every later {@link #put} fail: a publisher claims a cell first and looks at the flag then,
 * and whoever closes sets the flag first and claims a cell then. Whose cell lies behind that one sees the flag and
 * leaves its cell empty.
 */
public final class Ring extends ContextQueue {

    /** What a ring takes beside its cells: sequences that are padded against false sharing, for the most part. */
    private static final long BYTES_BESIDE_CELLS = 440;

    private final RingCapacity room;
    /** How many cells without an event were taken. */
    private final LongAdder empty = new LongAdder();

    /**
     * @param contexts those of the flow
     * @param capacity how many events may wait before the stage before pauses
     */
    public Ring(ContextPool contexts, int capacity) {
        super(contexts.all());
        this.room = new RingCapacity(capacity);
    }

    /** How much memory a ring takes in a flow with so many contexts. */
    public static long bytes(int contexts) {
        return ContextQueue.cellBytes(contexts) + BYTES_BESIDE_CELLS;
    }

    /**
     * Keeps a thread of the stage before waiting while the ring is full.
     *
     * @return whether it did
     */
    boolean awaitRoom() {
        return !room.surely(lastPut()) && full() && pause();
    }

    /** Where there is no memory to wait nobody waits: there is a cell for every event. */
    private boolean pause() {
        try {
            room.pauseWhile(this::full);
            return true;
        } catch (OutOfMemoryError noMemory) {
            return false;
        }
    }

    private boolean full() {
        return room.isFull(lastTaken(), lastPut()) && !closed();
    }

    /**
     * Takes the next event, or returns null where there is none; the worker counts as busy before the ring shows it.
     */
    @Nullable
    Context take(Worker worker) {
        while (true) {
            long position = position();
            int content = peek(position);
            if (content >= 0) {
                if (claim(worker, position, content)) {
                    return context(content);
                }
            } else if (content == NOTHING) {
                skip(position);
            } else if (position() == position) {
                return null;
            }
        }
    }

    private boolean claim(Worker worker, long position, int content) {
        if (worker.alone()) {
            worker.holds(content);
            takeAlone(position);
        } else if (!takeAmongOthers(worker, position, content)) {
            return false;
        }
        if (room.awaited()) {
            room.freed(count());
        }
        return true;
    }

    /** Before it has the event, the worker shows that it only reaches for it: so nobody starts a thread for that event. */
    private boolean takeAmongOthers(Worker worker, long position, int content) {
        worker.reachesFor(content);
        boolean taken = take(position);
        if (taken) {
            worker.holds(content);
        } else {
            worker.holdsNothing();
        }
        return taken;
    }

    private void skip(long position) {
        if (take(position)) {
            empty.increment();
        }
    }

    /** How many events may wait before the stage before pauses. */
    void capacity(int events) {
        room.capacity(events);
    }

    /** How many events were taken, ever. */
    long taken() {
        return position() - empty.sum();
    }

    /**
     * Closes the ring.
     *
     * @return the last cell that may hold an event has a number below this one
     */
    long close() {
        closed(true);
        long tombstone = claim();
        publishNothing(tombstone);
        room.wakeAll();
        return tombstone;
    }

    void reopen() {
        closed(false);
    }

    /** Shows the events that wait; those that are put or taken meanwhile may be among them or not. */
    void forEach(Consumer<Context> action) {
        for (long position = position(); position <= lastPut(); position++) {
            int content = peek(position);
            if (content >= 0) {
                action.accept(context(content));
            }
        }
    }

    /** Whether everything before a cell was taken. */
    boolean takenUpTo(long sequence) {
        return position() >= sequence;
    }
}
