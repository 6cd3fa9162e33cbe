package io.concor.engine;

import com.lmax.disruptor.Sequence;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Contexts of one flow, first in, first out, for any number of putting and taking threads. The sequences are those of
 * the Disruptor (M. Thompson et al., "Disruptor", 2011, section 4); three things are made narrower, because the
 * contexts are known beforehand:
 *
 * <ul>
 *   <li>A cell holds the number of a context, not a reference, so that putting needs no barrier of the garbage
 *       collector; and in its sign whether the round of the ring is odd, so that one write puts <em>and</em> publishes.
 *   <li>There are at least twice as many cells as contexts, and two, so a claim never waits: a context is in one cell
 *       only, and each of those who hold one leaves at most one cell empty; two more may be tombstones.
 *   <li>A taker reads the cell first and claims it then. As nobody writes to a cell before it is claimed, what was read
 *       is what was there if the claim succeeds. The claim frees the cell; takers may come and go unknown to the queue.
 * </ul>
 */
class ContextQueue {

    /** What {@link #peek} gives where nothing is published yet. */
    static final int NOT_YET = -2;
    /** What {@link #peek} gives where a cell was published without a context. */
    static final int NOTHING = -1;

    /** For how many looks a claimed cell is expected to be written to by a publisher that has a processor. */
    private static final int SPINS = 20;
    /** How often the processor is offered before the taker stands aside altogether. */
    private static final int YIELDS = 10;

    private static final long STAND_ASIDE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(int[].class);

    private final Context[] contexts;
    /** As many as a power of two. */
    private final int[] cells;
    /** By how much the bit of a position that tells odd rounds is moved to become the sign. */
    private final int toSign;
    /** The last cell that was claimed for putting. */
    private final Sequence put = new Sequence();
    /** The last cell that was claimed by a taker. */
    private final Sequence taken = new Sequence();
    /** Whether cells are published without a context from now on. */
    private volatile boolean closed;

    /**
     * @param contexts all that there are, each at the place that its number says
     */
    ContextQueue(Context[] contexts) {
        this.contexts = contexts;
        this.cells = new int[cells(contexts.length)];
        this.toSign = Integer.numberOfLeadingZeros(cells.length);
        Arrays.fill(cells, Integer.MIN_VALUE);
    }

    private static int cells(int contexts) {
        return Integer.highestOneBit(contexts) << 2;
    }

    /** How much memory the cells take. */
    static long cellBytes(int contexts) {
        return (long) Integer.BYTES * cells(contexts);
    }

    /**
     * Adds a context, unless the queue is closed. Nobody gets past a cell that is claimed and never written to; so it is
     * written to also by a thread that is at the very end of its stack, where no method can be called any more. The
     * claim, a full fence, has ordered what the thread wrote before.
     */
    final boolean put(Context context) {
        long position = claim();
        boolean open = !closed;
        int content = open ? context.index : NOTHING;
        try {
            publish(position, content);
        } catch (StackOverflowError atItsEnd) {
            cells[(int) position & (cells.length - 1)] = (content + 1) | ((int) position & cells.length) << toSign;
        }
        return open;
    }

    boolean closed() {
        return closed;
    }

    void closed(boolean next) {
        closed = next;
    }

    /** Claims the next cell, which is to be published soon: takers wait for it. A full fence. */
    long claim() {
        return put.incrementAndGet();
    }

    void publish(long position, Context context) {
        publish(position, context.index);
    }

    void publishNothing(long position) {
        publish(position, NOTHING);
    }

    private void publish(long position, int content) {
        int[] present = cells;
        CELL.setRelease(
                present, (int) position & (present.length - 1), (content + 1) | round(position, present.length));
    }

    /** The sign of a cell in the round of a position. */
    private static int round(long position, int length) {
        return ((int) position & length) << Integer.numberOfLeadingZeros(length);
    }

    /** What the cell at a position holds: the index of a context, {@link #NOTHING}, or {@link #NOT_YET}. */
    int peek(long position) {
        int[] present = cells;
        int content =
                (int) CELL.getAcquire(present, (int) position & (present.length - 1)) ^ round(position, present.length);
        return content < 0 ? NOT_YET : content - 1;
    }

    /**
     * Gives a publisher time that has claimed the next cell and not written to it yet; false where none has. Writing
     * takes nanoseconds, unless the publisher has lost its processor meanwhile: and it spends most of its time at the
     * claim, a full fence. Then it waits for a processor, perhaps for this one.
     */
    boolean awaitPublication() {
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
            LockSupport.parkNanos(this, STAND_ASIDE_NANOS);
        }
        return true;
    }

    private boolean isPublished() {
        return peek(position()) != NOT_YET;
    }

    Context context(int index) {
        return contexts[index];
    }

    long lastTaken() {
        return taken.get();
    }

    /** The cell that is to be taken next; so many were taken, ever. */
    long position() {
        return taken.get() + 1;
    }

    /** The last position that was claimed for putting. */
    long lastPut() {
        return put.get();
    }

    /** Takes the cell at a position; for any number of takers. */
    boolean take(long position) {
        return taken.compareAndSet(position - 1, position);
    }

    /** Takes the cell at a position; for the only taker. */
    void takeAlone(long position) {
        taken.set(position);
    }

    /** How many cells were claimed and not yet taken; what is just being put counts. */
    long count() {
        long before = taken.get();
        return Math.max(0, put.get() - before);
    }

    boolean isEmpty() {
        return taken.get() >= put.get();
    }
}
