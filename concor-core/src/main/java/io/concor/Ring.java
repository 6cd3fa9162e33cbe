package io.concor;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The events that wait in a slot, first in, first out: a Disruptor ring whose takers read a cell first and claim it then,
 * so that the claim itself frees the cell. Any number of threads may put and take.
 *
 * <p>The ring has more cells than there can be events in the flow, so a claim never waits. {@link #close} makes every
 * later {@link #put} fail: a publisher claims a cell first and looks at the flag then, and whoever closes sets the flag
 * first and claims a cell then. Whose cell lies behind that one sees the flag and leaves its cell empty.
 */
final class Ring {

    private static final class Cell {
        @Nullable
        Context context;
    }

    private final RingBuffer<Cell> cells;
    private final Sequence taken = new Sequence();
    /** How many cells without an event were taken. */
    private final LongAdder empty = new LongAdder();

    private final Room room;
    private volatile boolean closed;

    Ring(int maxInFlight, int capacity) {
        room = new Room(capacity);
        cells = RingBuffer.createMultiProducer(
                Cell::new, Integer.highestOneBit(maxInFlight) << 2, new BusySpinWaitStrategy());
        cells.addGatingSequences(taken);
    }

    /** Keeps a thread of the stage before waiting while the ring is full. */
    void awaitRoom() {
        if (full()) {
            room.pauseWhile(this::full);
        }
    }

    private boolean full() {
        return size() >= room.capacity() && !closed;
    }

    /** Adds an event, unless the ring is closed. */
    boolean put(Context context) {
        long sequence = cells.next();
        boolean open = !closed;
        cells.get(sequence).context = open ? context : null;
        cells.publish(sequence);
        return open;
    }

    /** Takes the next event, or returns null where there is none; the worker counts as busy before the ring shows it. */
    @Nullable
    Context take(Worker worker) {
        while (true) {
            long next = taken.get() + 1;
            if (cells.isAvailable(next)) {
                Context context = cells.get(next).context;
                worker.busy(true);
                if (taken.compareAndSet(next - 1, next)) {
                    if (context != null) {
                        makeRoom();
                        return context;
                    }
                    empty.increment();
                }
                worker.busy(false);
            } else if (taken.get() + 1 == next) {
                return null;
            }
        }
    }

    private void makeRoom() {
        if (room.awaited()) {
            room.freed(size());
        }
    }

    /** How many events may wait before the stage before pauses; 0 lets it pause whatever waits. */
    void capacity(int events) {
        room.capacity(events);
    }

    /** How many cells were claimed and not yet taken; an event that is just being put counts. */
    long size() {
        long before = taken.get();
        return Math.max(0, cells.getCursor() - before);
    }

    boolean isEmpty() {
        return taken.get() >= cells.getCursor();
    }

    /** How many cells were taken, ever. */
    long position() {
        return taken.get() + 1;
    }

    /** How many events were taken, ever. */
    long taken() {
        return position() - empty.sum();
    }

    boolean closed() {
        return closed;
    }

    /**
     * Closes the ring.
     *
     * @return the last cell that may hold an event has a number below this one
     */
    long close() {
        closed = true;
        long tombstone = cells.next();
        cells.get(tombstone).context = null;
        cells.publish(tombstone);
        room.wakeAll();
        return tombstone;
    }

    void reopen() {
        closed = false;
    }

    /** Whether everything before a cell was taken. */
    boolean takenUpTo(long sequence) {
        return taken.get() >= sequence - 1;
    }
}
