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
    /** By how many events this process has made the queue longer. */
    private final AtomicLong net = new AtomicLong();

    private final AtomicLong changes = new AtomicLong();
    private final AtomicInteger waitingPuts = new AtomicInteger();
    private final AtomicInteger reserved = new AtomicInteger();
    private final AtomicInteger waitingForRoom = new AtomicInteger();
    private volatile Count last = new Count(0, new Begun(0, -1));

    /** What was counted. */
    private record Count(long rows, Begun begun) {}

    /**
     * A count that has begun.
     *
     * @param net by how many events this process had made the queue longer before that
     * @param changes how many changes it had made before that
     */
    public record Begun(long net, long changes) {}

    QueueDepth(IntSupplier capacity, Runnable roomMade, QueueActivity activity) {
        this.capacity = capacity;
        this.roomMade = roomMade;
        this.activity = activity;
    }

    /** Returns the number of events; never negative. */
    public long events() {
        return Math.max(0, present());
    }

    private long present() {
        Count known = last;
        return known.rows() + net.get() - known.begun().net();
    }

    public void grew() {
        activity.put().add(1);
        net.incrementAndGet();
        changes.incrementAndGet();
    }

    public void shrank() {
        activity.taken().add(1);
        net.decrementAndGet();
        changes.incrementAndGet();
        if (present() < capacity.getAsInt()) {
            roomMade.run();
        }
    }

    /** The database is about to be asked. */
    public Begun beginCount() {
        long before = changes.get(); // first: what changes between the two is counted again
        return new Begun(net.get(), before);
    }

    /**
     * The database has answered. What this process has put or taken since it was asked is known besides, and may be in the answer,
     * too, until it is asked again.
     */
    public void counted(Begun begun, long rows) {
        last = new Count(rows, begun);
    }

    /** Returns whether it may differ from what was counted: other processes put and take too. */
    public boolean isStale() {
        return last.begun().changes() != changes.get();
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
        return present() + reserved.get() + events <= capacity.getAsInt();
    }

    /** Reserves room for a put. Returns false if the queue is full. For the writer's thread. */
    public boolean reserve() {
        boolean room = present() + reserved.get() < capacity.getAsInt();
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
