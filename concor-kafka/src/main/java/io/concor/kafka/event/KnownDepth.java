package io.concor.kafka.event;

import io.concor.queues.measure.QueueActivity;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/**
 * How many events of a queue wait: asked of the broker now and then, and kept up to date by what this process puts and takes
 * meanwhile. Thread-safe.
 */
public final class KnownDepth {

    private final QueueActivity activity;
    private final IntSupplier capacity;
    private final AtomicInteger putting = new AtomicInteger();
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger waitingForRoom = new AtomicInteger();
    private final AtomicLong changes = new AtomicLong();
    private volatile Count last = new Count(0, 0, 0, -1);
    private volatile long oldestAt = Long.MAX_VALUE;
    private volatile Before before = Before.NOTHING;
    private volatile boolean roomAsked;
    private volatile boolean emptinessAwaited;

    /**
     * What was asked of the broker.
     *
     * @param events how many waited
     * @param uncovered how many of those had ended in this process
     * @param net by how many this process had made the queue longer before that
     * @param changes how many changes this process had made before that
     */
    private record Count(long events, long uncovered, long net, long changes) {}

    KnownDepth(QueueActivity activity, IntSupplier capacity) {
        this.activity = activity;
        this.capacity = capacity;
    }

    /** Those that wait elsewhere before they come to the broker. Thread-safe; does not block. */
    public interface Before {

        /** There are none. */
        Before NOTHING = new Before() {
            @Override
            public long events() {
                return 0;
            }

            @Override
            public double oldestSeconds() {
                return 0;
            }
        };

        /** Returns how many there are. */
        long events();

        /** Returns how long ago the first of them was put; 0 if that is not known. */
        double oldestSeconds();
    }

    /** Events wait elsewhere before they come to the broker. */
    public void before(Before known) {
        before = known;
    }

    /** A count that has begun. */
    public record Begun(long uncovered, long net, long changes) {}

    /**
     * The broker is being asked.
     *
     * @param uncovered how many events have ended in this process without its knowledge
     */
    public Begun beginCount(long uncovered) {
        roomAsked = false; // first: whoever asks from now on has it counted again
        emptinessAwaited = false;
        return new Begun(uncovered, activity.net(), changes.get());
    }

    /** The broker has answered. */
    public void counted(Begun begun, long events) {
        last = new Count(events, begun.uncovered(), begun.net(), begun.changes());
    }

    /** Says when the first of the events that wait was put, epoch milliseconds; the greatest number if none is known. */
    public void oldestAt(long millis) {
        oldestAt = millis;
    }

    /** Returns how long ago that was, in seconds; 0 if it is not known. */
    public double oldestSeconds() {
        double here = atBroker() == 0 ? 0 : Math.max(0, System.currentTimeMillis() - oldestAt) / 1_000d;
        return Math.max(here, before.oldestSeconds());
    }

    /** Returns how many events wait, as far as this process knows. */
    public long events() {
        return before.events() + atBroker();
    }

    private long atBroker() {
        Count known = last;
        return Math.max(0, known.events() - known.uncovered() + activity.net() - known.net());
    }

    /** Returns whether this process has changed the queue since it was counted. */
    public boolean isStale() {
        return last.changes() != changes.get();
    }

    /**
     * Returns whether the queue was empty when it was counted last, and this process has changed nothing since. If not, it is counted
     * soon.
     */
    public boolean isKnownEmpty() {
        boolean empty = last.events() == 0 && !isStale() && putting.get() == 0;
        if (!empty) {
            emptinessAwaited = true;
        }
        return empty;
    }

    /** Returns whether it was asked in vain, since it was counted last, if the queue is empty. */
    public boolean isEmptinessAwaited() {
        return emptinessAwaited;
    }

    /** Events were taken for good. */
    public void took(int events) {
        activity.taken().add(events);
        changes.incrementAndGet();
    }

    /** Something else has changed: an event failed and waits again, or was put by a transaction. */
    public void changed() {
        changes.incrementAndGet();
    }

    /** Events were put by a transaction. */
    public void grew(int events) {
        activity.put().add(events);
        changes.incrementAndGet();
    }

    // puts

    /** A put is on its way. */
    public void putBegun() {
        changes.incrementAndGet();
        putting.incrementAndGet();
    }

    /** Returns whether a put may be sent. */
    public boolean hasRoom() {
        return room() > 0;
    }

    /**
     * Returns how many more events there may be; less than 1 if the queue is full. For whoever is about to put events: the queue is
     * counted often enough for that from now on.
     */
    public long room() {
        if (!roomAsked) {
            roomAsked = true;
        }
        return knownRoom();
    }

    /** Returns the same, and has nothing counted for it. */
    public long knownRoom() {
        return capacity.getAsInt() - events() - sent.get();
    }

    /** Returns whether it was asked how much room there is, since the queue was counted last. */
    public boolean isRoomAsked() {
        return roomAsked;
    }

    /** A put is sent. */
    public void putSent() {
        sent.incrementAndGet();
    }

    /** Returns whether puts are sent, or tried again, of which it is not known what became. */
    public boolean isPutting() {
        return sent.get() > 0;
    }

    /** A put that was to be sent was not. */
    public void putNotSent() {
        sent.decrementAndGet();
    }

    /** A put that was sent is over. */
    public void putDone(boolean stored) {
        if (stored) {
            activity.put().add(1);
        }
        sent.decrementAndGet();
        putOver();
    }

    /** A put is over that was not sent. */
    public void putOver() {
        changes.incrementAndGet();
        putting.decrementAndGet();
    }

    /** More puts wait because the queue is full, or fewer. */
    public void waitForRoom(int more) {
        waitingForRoom.addAndGet(more);
    }

    /** Returns how many puts wait because the queue is full. */
    public int waitForRoom() {
        return waitingForRoom.get();
    }

    /** Returns how many puts are on their way, and do not wait for room. */
    public int onTheWay() {
        return Math.max(0, putting.get() - waitingForRoom.get());
    }
}
