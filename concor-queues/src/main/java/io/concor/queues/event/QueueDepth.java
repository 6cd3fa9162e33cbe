package io.concor.queues.event;

import io.concor.queues.measure.QueueActivity;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/**
 * How many events of a queue wait: counted in the database now and then, and kept up to date by what this process puts and takes
 * meanwhile. Thread-safe.
 */
public final class QueueDepth {

    private final IntSupplier capacity;
    private final Runnable roomMade;
    private final QueueActivity activity;
    private final AtomicLong depth = new AtomicLong();
    private final AtomicInteger waitingPuts = new AtomicInteger();
    private final AtomicInteger reserved = new AtomicInteger();
    private final AtomicInteger waitingForRoom = new AtomicInteger();
    private volatile boolean changed;

    QueueDepth(IntSupplier capacity, Runnable roomMade, QueueActivity activity) {
        this.capacity = capacity;
        this.roomMade = roomMade;
        this.activity = activity;
    }

    /** Returns the number of events; never negative. */
    public long events() {
        return Math.max(0, depth.get());
    }

    public void grew() {
        activity.put().add(1);
        changed = true;
        depth.incrementAndGet();
    }

    public void shrank() {
        activity.taken().add(1);
        changed = true;
        if (depth.decrementAndGet() < capacity.getAsInt()) {
            roomMade.run();
        }
    }

    public void counted(long rows) {
        changed = false;
        depth.set(rows);
    }

    /** Returns whether it may differ from what was counted: other processes put and take too. */
    public boolean isStale() {
        return changed;
    }

    /** Returns whether no put is on its way. */
    public boolean isQuiet() {
        return waitingPuts.get() == 0;
    }

    /** Returns how many puts wait because the queue is full. */
    public int waitForRoom() {
        return waitingForRoom.get();
    }

    /** Returns how many puts are on their way, and do not wait for room. */
    public int onTheWay() {
        return Math.max(0, waitingPuts.get() - waitingForRoom.get());
    }

    /** Puts wait because the queue is full, or no longer. For the writer's thread. */
    public void waitForRoom(int more) {
        waitingForRoom.addAndGet(more);
    }

    /** A put is on its way. */
    public void putBegun() {
        waitingPuts.incrementAndGet();
    }

    /** Returns whether some more events have room, besides puts that have reserved it. */
    public boolean hasRoom(int events) {
        return depth.get() + reserved.get() + events <= capacity.getAsInt();
    }

    /** Reserves room for a put. Returns false if the queue is full. For the writer's thread. */
    public boolean reserve() {
        boolean room = depth.get() + reserved.get() < capacity.getAsInt();
        if (room) {
            reserved.incrementAndGet();
        }
        return room;
    }

    /** A put that had room is not on its way any more. */
    public void putDone() {
        reserved.decrementAndGet();
        waitingPuts.decrementAndGet();
    }
}
