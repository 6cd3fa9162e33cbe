package io.concor.engine.event;

import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/** A list of events that one thread serves at a time. No code of users runs under its monitor. */
public final class Lane {

    public static final int NONE = -1;
    /** How many events of a lane a worker may always handle before it looks whether other lanes are ready. */
    private static final int SHORTEST_ROUND = 16;
    /** How many it may handle if so many waited at first: then the lane of a frequent key falls no further behind. */
    private static final int LONGEST_ROUND = 128;

    private final int index;
    /** Receives the index of the lane when it is ready. */
    private final ReadyLanes ready;
    /** For each context but the last one of a lane, the index of the one after it. Guarded by the lane. */
    private final int[] following;
    /** Index of the context of the first event, or {@link #NONE}. Guarded by this, like the following fields. */
    private int first = NONE;
    /** Index of the context of the last event, if there is one. */
    private int last = NONE;
    /** Whether it is ready or held. */
    private boolean busy;

    private boolean shut;
    private long polled;
    /**
     * Whether the event that holds the lane leaves it. Set before {@link #releaseByEvent}, for which its thread may have
     * no stack left: then the next tick releases it.
     */
    public volatile boolean leaving;

    /** How many events wait. */
    private int waiting;
    /** How many further events its holder handles before it looks whether other lanes are ready; negative at first. */
    private int round = -1;

    /**
     * @param ready receives the index of the lane when it is ready
     * @param following shared by all lanes: an event is in one of them
     */
    public Lane(int index, ReadyLanes ready, int[] following) {
        this.index = index;
        this.ready = ready;
        this.following = following;
    }

    /** Returns false if the lane is closed. Nothing has changed if the stack of the thread does not suffice. */
    public synchronized boolean put(int context) {
        boolean open = !shut;
        if (open) {
            append(context);
        }
        return open;
    }

    public synchronized void append(int context) {
        if (!busy) {
            ready.put(index);
            busy = true;
        }
        if (first == NONE) {
            first = context;
        } else {
            following[last] = context;
        }
        last = context;
        waiting++;
    }

    /** The holder takes the next event. If it gets {@link #NONE}, it does not hold the lane any more. */
    public synchronized int poll() {
        int next = pollBehind();
        if (next == NONE) {
            release();
        }
        return next;
    }

    /** The holder takes the next event, and holds the lane in any case. */
    public synchronized int pollBehind() {
        if (first == NONE || (round == 0 && !ready.isEmpty())) {
            return NONE;
        }
        if (round < 0) {
            round = Math.max(SHORTEST_ROUND, Math.min(LONGEST_ROUND, waiting));
        }
        round = Math.max(0, round - 1);
        polled++;
        return pop();
    }

    public synchronized int pop() {
        int next = first;
        if (next != NONE) {
            first = after(next);
            waiting--;
        }
        return next;
    }

    private int after(int context) {
        return context == last ? NONE : following[context];
    }

    /** The holder leaves. Returns whether the lane is ready again. */
    public synchronized boolean release() {
        round = -1;
        if (first == NONE) {
            busy = false;
        } else {
            ready.put(index);
        }
        return busy;
    }

    /** An event that held the lane has reached the next slot, or ended. */
    public void releaseByEvent() {
        if (releaseIfLeaving()) {
            ready.leftByEvent();
        }
    }

    /** Returns whether the lane is ready again. */
    public synchronized boolean releaseIfLeaving() {
        boolean releases = leaving;
        if (releases) {
            release();
            leaving = false;
        }
        return releases && busy;
    }

    public synchronized void closed(boolean next) {
        shut = next;
    }

    public synchronized void forEach(IntConsumer action) {
        for (int context = first; context != NONE; context = after(context)) {
            action.accept(context);
        }
    }

    /** Removes the events that fulfil a condition, and hands over each before it is removed. */
    public synchronized void removeIf(IntPredicate condition, IntConsumer found) {
        int before = NONE;
        int next = first;
        while (next != NONE) {
            int context = next;
            next = after(context);
            if (condition.test(context)) {
                found.accept(context);
                unlink(before, context, next);
            } else {
                before = context;
            }
        }
    }

    private void unlink(int before, int context, int after) {
        if (before == NONE) {
            first = after;
        } else {
            following[before] = after;
        }
        if (last == context) {
            last = before;
        }
        waiting--;
    }

    public synchronized boolean anyMatch(IntPredicate condition) {
        int next = first;
        while (next != NONE && !condition.test(next)) {
            next = after(next);
        }
        return next != NONE;
    }

    public synchronized long taken() {
        return polled;
    }
}
