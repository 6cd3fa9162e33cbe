package io.concor.engine.event;

import com.lmax.disruptor.Sequence;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A queue of things that are known beforehand, such as the contexts of a flow, first in, first out, for any number of
 * publishers and takers. The sequences are those of the Disruptor (M. Thompson et al., "Disruptor", 2011, section 4).
 * Because all things are known, three matters are simpler:
 *
 * <ul>
 *   <li>A cell holds the index of a thing, not a reference, so a write needs no barrier of the garbage collector. The
 *       sign says whether the round of the ring is odd, so one write stores <em>and</em> publishes.
 *   <li>There are at least twice as many cells as things, and two, so a claim never waits: a thing is in one cell only, each
 *       thread that holds one leaves at most one cell empty, and two more cells may be tombstones.
 *   <li>A taker first reads the cell and then claims it. No thread writes to a cell that was not taken, so the value read
 *       is right if the claim succeeds. The claim frees the cell, and the queue need not know its takers.
 * </ul>
 */
public class IndexQueue {

    /** Returned by {@link #peek} if nothing is published yet. */
    public static final int NOT_YET = -2;
    /** Returned by {@link #peek} if the cell was published without an index. */
    public static final int NOTHING = -1;

    /** How many reads of a claimed cell a running publisher needs at most to write it. */
    private static final int SPINS = 20;
    /** How often the taker yields the processor before it parks. */
    private static final int YIELDS = 10;

    private static final long PARK_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(int[].class);

    /** A power of two. */
    private final int[] cells;
    /** The shift that makes the odd-round bit of a position the sign. */
    private final int toSign;
    /** The last position claimed by a publisher. */
    private final Sequence put = new Sequence();
    /** The last position claimed by a taker. */
    private final Sequence taken = new Sequence();
    /** Whether publishers leave their cells empty from now on. */
    private volatile boolean closed;

    /** @param things how many there are; each is in the queue at most once */
    public IndexQueue(int things) {
        this.cells = new int[cells(things)];
        this.toSign = Integer.numberOfLeadingZeros(cells.length);
        Arrays.fill(cells, Integer.MIN_VALUE);
    }

    private static int cells(int things) {
        return Integer.highestOneBit(things) << 2;
    }

    /** Returns the memory that the cells take. */
    public static long cellBytes(int things) {
        return (long) Integer.BYTES * cells(things);
    }

    /**
     * Adds an index. Takers cannot pass a cell that is claimed and not written, so the cell is written even by a thread
     * whose stack is exhausted and that cannot call a method. The claim, a full fence, orders its earlier writes.
     *
     * @return false if the queue is closed
     */
    protected final boolean put(int index) {
        long position = claim();
        boolean open = !closed;
        int content = open ? index : NOTHING;
        try {
            publish(position, content);
        } catch (StackOverflowError exhausted) {
            cells[(int) position & (cells.length - 1)] = (content + 1) | ((int) position & cells.length) << toSign;
        }
        return open;
    }

    public boolean isClosed() {
        return closed;
    }

    protected void closed(boolean next) {
        closed = next;
    }

    /** Claims the next cell, which has to be published soon: takers wait for it. A full fence. */
    public long claim() {
        return put.incrementAndGet();
    }

    /** Publishes a claimed cell with an index or {@link #NOTHING}. */
    public void publish(long position, int content) {
        int[] present = cells;
        CELL.setRelease(
                present, (int) position & (present.length - 1), (content + 1) | round(position, present.length));
    }

    /** Returns the sign of a cell in the round of a position. */
    private static int round(long position, int length) {
        return ((int) position & length) << Integer.numberOfLeadingZeros(length);
    }

    /** Returns the content of a cell: an index, {@link #NOTHING}, or {@link #NOT_YET}. */
    public int peek(long position) {
        int[] present = cells;
        int content =
                (int) CELL.getAcquire(present, (int) position & (present.length - 1)) ^ round(position, present.length);
        return content < 0 ? NOT_YET : content - 1;
    }

    /**
     * Waits a moment for a publisher that has claimed the next cell and not written it. Writing takes nanoseconds unless
     * the publisher has lost its processor, most likely at the claim. Then it waits for one, perhaps for this.
     *
     * @return whether there is such a publisher
     */
    public boolean awaitPublication() {
        if (isEmpty()) {
            return false;
        }
        for (int looks = 0; !isPublished() && looks < SPINS + YIELDS; looks++) {
            if (looks < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        if (!isPublished()) {
            LockSupport.parkNanos(this, PARK_NANOS);
        }
        return true;
    }

    private boolean isPublished() {
        return peek(position()) != NOT_YET;
    }

    protected long lastTaken() {
        return taken.get();
    }

    /** Returns the position to take next, which is also how many cells were taken so far. */
    public long position() {
        return taken.get() + 1;
    }

    /** Returns the last position claimed by a publisher. */
    public long lastPut() {
        return put.get();
    }

    /** Claims a position, one of several takers. Returns whether this taker got it. */
    public boolean take(long position) {
        return taken.compareAndSet(position - 1, position);
    }

    /** Claims a position as the only taker. */
    protected void takeAlone(long position) {
        taken.set(position);
    }

    /** Returns how many cells were claimed by publishers and not taken. */
    public long count() {
        long before = taken.get();
        return Math.max(0, put.get() - before);
    }

    public boolean isEmpty() {
        return taken.get() >= put.get();
    }
}
