package io.concor.engine.pool;

import io.concor.engine.event.Context;
import io.concor.engine.event.ContextPool;
import io.concor.engine.event.IndexQueue;
import io.concor.engine.event.ReadyLanes;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The events that wait in a slot, first in, first out. Any number of threads may put and take.
 *
 * <p>{@link #close} claims one more cell, the <em>tombstone</em>, and makes every later {@link #put put} fail. A
 * publisher first claims a cell and then reads the flag; {@link #close} first sets the flag and then claims the
 * tombstone. So a publisher whose cell comes after the tombstone sees the flag and leaves its cell empty.
 */
final class Ring extends IndexQueue implements EventQueue {

    /** The memory of a ring apart from its cells: above all sequences that are padded against false sharing. */
    private static final long BYTES_WITHOUT_CELLS = 440;

    private final Context[] contexts;
    private final RingCapacity room;
    /** The cell that the last {@link #close} claimed. */
    private volatile long tombstone;
    /** How many cells without an event were taken. */
    private final LongAdder empty = new LongAdder();
    /** The position when {@link #isStalled} was last called. */
    private long positionBefore = -1;

    /**
     * @param contexts those of the flow
     * @param capacity how many events may wait before the stage before pauses
     */
    Ring(ContextPool contexts, int capacity) {
        super(contexts.size());
        this.contexts = contexts.all();
        this.room = new RingCapacity(capacity);
    }

    /** Returns the memory that a ring takes in a flow with so many contexts. */
    static long bytes(int contexts) {
        return IndexQueue.cellBytes(contexts) + BYTES_WITHOUT_CELLS;
    }

    @Override
    public boolean put(Context context) {
        return put(context.index);
    }

    @Override
    public void adopt(Context context) {
        publish(claim(), context.index);
    }

    @Override
    public boolean awaitRoom(Worker worker) {
        return room.awaitRoom(this, worker);
    }

    @Override
    public boolean isFull() {
        return room.isFull(lastTaken(), lastPut()) && !isClosed();
    }

    @Override
    public @Nullable Context take(Worker worker) {
        while (true) {
            long position = position();
            int content = peek(position);
            if (content >= 0) {
                if (claim(worker, position, content)) {
                    return contexts[content];
                }
            } else if (content == NOTHING) {
                skip(position);
            } else if (position() == position) {
                return null;
            }
        }
    }

    private boolean claim(Worker worker, long position, int content) {
        if (worker.isAlone()) {
            worker.hasEvent(content); // first: an empty ring and an idle worker mean that no event is left
            takeAlone(position);
        } else if (take(position)) {
            worker.hasEvent(content);
        } else {
            return false;
        }
        if (room.isAwaited()) {
            room.freed(count());
        }
        return true;
    }

    private void skip(long position) {
        if (take(position)) {
            empty.increment();
        }
    }

    @Override
    public void servedBy(ReadyLanes.Server pool) {
        // whichever worker looks first takes the next event
    }

    @Override
    public void leave(Worker worker) {
        // nothing is kept between two events
    }

    @Override
    public boolean holds(int number) {
        return contexts.length >= number;
    }

    @Override
    public void capacity(int events) {
        room.capacity(events);
    }

    @Override
    public long taken() {
        return position() - empty.sum();
    }

    @Override
    public void close() {
        tombstone = Long.MAX_VALUE; // not yet known
        closed(true);
        long last = claim();
        tombstone = last;
        publish(last, NOTHING);
        room.wakeAll();
    }

    @Override
    public void reopen() {
        closed(false);
    }

    /** Whether every cell before the tombstone was taken. */
    @Override
    public boolean isDrained() {
        return isClosed() && position() >= tombstone;
    }

    @Override
    public long waiting() {
        long last = tombstone;
        return isClosed() && last != Long.MAX_VALUE ? Math.max(0, last - position()) : count();
    }

    @Override
    public void drain(Worker taker, Consumer<Context> action) {
        while (!isDrained()) {
            Context context = take(taker);
            if (context == null) {
                Thread.yield(); // a publisher has claimed a cell and is about to write it
            } else {
                action.accept(context);
                empty.increment(); // it is taken where it goes to
            }
        }
    }

    @Override
    public boolean hasOverdue(Predicate<Context> overdue) {
        boolean found = false;
        for (long position = position(); position <= lastPut() && !found; position++) {
            int content = peek(position);
            found = content >= 0 && overdue.test(contexts[content]);
        }
        return found;
    }

    @Override
    public void mend() {
        // the cell of such a thread is written, and the next tick wakes a worker
    }

    @Override
    public void forEach(Consumer<Context> action) {
        for (long position = position(); position <= lastPut(); position++) {
            int content = peek(position);
            if (content >= 0) {
                action.accept(contexts[content]);
            }
        }
    }

    @Override
    public boolean contains(int context) {
        boolean found = false;
        for (long position = position(); position <= lastPut() && !found; position++) {
            found = peek(position) == context;
        }
        return found;
    }

    @Override
    public boolean isStalled() {
        long before = positionBefore;
        positionBefore = position();
        return positionBefore == before;
    }

    @Override
    public boolean removesWhileTaken() {
        return false;
    }

    @Override
    public void removeIf(Predicate<Context> condition, List<Context> removed) {
        long last = lastTaken();
        long position = position();
        for (int content = peek(position); content != NOT_YET; content = peek(++position)) {
            if (content != NOTHING) {
                last = position;
                removeIf(condition, position, content, removed);
            }
        }
        closeGaps(last);
        if (room.isAwaited()) {
            room.freed(count());
        }
    }

    private void removeIf(Predicate<Context> condition, long position, int content, List<Context> removed) {
        Context context = contexts[content];
        if (condition.test(context)) {
            removed.add(context);
            publish(position, NOTHING);
        }
    }

    /**
     * Moves the events to the last cells up to a position, and takes the cells before them.
     *
     * @param last the last position with an event: none may move to the tombstone or behind it, where no thread would take it
     */
    private void closeGaps(long last) {
        long gap = last;
        for (long position = last; position >= position(); position--) {
            int content = peek(position);
            if (content != NOTHING) {
                publish(gap--, content);
            }
        }
        empty.add(gap + 1 - position());
        takeAlone(gap);
    }
}
