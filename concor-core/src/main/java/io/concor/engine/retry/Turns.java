package io.concor.engine.retry;

import io.concor.engine.event.Context;
import io.concor.engine.event.PendingTransition;
import io.concor.engine.event.TransitionReports;
import io.concor.engine.event.Turn;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The places of events that have left the lanes of a keyed component to be tried again. Until such an event is in the next slot or
 * has ended, later events of its lane wait here, in their order and without a thread; then they pass one by one.
 *
 * <p>A place is taken by the thread that has the event and with it the lane, so before any thread takes a later event of the lane.
 * Whoever takes an event asks {@link #admits} then. No code of users runs under the monitor.
 */
public final class Turns implements PendingTransition.Resumption {

    /** How many lanes there may be at most. */
    private static final int LANES = 1024;

    private final int component;
    private final TransitionReports reports;
    private final PostponedEvents events;
    /** The taken place of each lane. Written under the monitor. */
    private final AtomicReferenceArray<@Nullable Place> places = new AtomicReferenceArray<>(LANES);
    /** How many there are. */
    private volatile int taken;

    /** @param component the index of the keyed component */
    Turns(int component, TransitionReports reports, PostponedEvents events) {
        this.component = component;
        this.reports = reports;
        this.events = events;
    }

    /** Whether no place is taken, so that all events may pass. */
    public boolean areFree() {
        return taken == 0;
    }

    /** The event, whose lane the calling thread has, leaves the lane but keeps its place, unless another event has it. */
    synchronized void take(Context context) {
        Place present = places.get(context.laneIndex);
        if (present == null || !context.keeps(present)) {
            releaseOther(context);
        }
        if (present == null) {
            Place place = new Place(context.laneIndex);
            context.keepAttempts().turn(place);
            places.set(context.laneIndex, place);
            taken++;
        }
    }

    /** The event comes with another key, or from another keyed component in the range of its transaction. */
    private static void releaseOther(Context context) {
        Turn other = context.takeTurn();
        if (other != null) {
            other.release();
        }
    }

    /**
     * Whether the calling worker may handle an event that it has taken. Otherwise the event waits here from now on, and is another
     * thread's.
     */
    public boolean admits(Context context) {
        if (taken == 0 || context.error != null || !context.hasLaneFor(component)) {
            return true;
        }
        Place place = places.get(context.laneIndex);
        return place == null || context.keeps(place) || !waits(place, context);
    }

    private boolean waits(Place place, Context context) {
        releaseOther(context);
        PendingTransition held = null;
        try {
            held = hold(place, context);
        } catch (OutOfMemoryError noMemory) {
            context.fail(component, noMemory);
            context.isNotTriedAgain();
        }
        if (held != null) {
            events.expireIfOverdue(held);
        }
        return held != null;
    }

    /** Returns what holds the event from now on, or null if the place is free by now. */
    private synchronized @Nullable PendingTransition hold(Place place, Context context) {
        if (places.get(place.lane) != place) {
            return null;
        }
        PendingTransition held = PendingTransition.postponed(reports, context, component, events.now());
        context.keepAttempts(); // while there is memory for it
        place.waiting.add(held);
        context.forgetThread();
        context.at(component);
        context.transition(held);
        held.letGo(this);
        return held;
    }

    /** It is the turn of an event that has waited here. */
    @Override
    public void resume(Context context, PendingTransition held) {
        Place place = Objects.requireNonNull(places.get(context.laneIndex));
        context.keepAttempts().turn(place);
        events.goOn(context, component);
    }

    /** The event timed out, or its caller gave up. */
    @Override
    public void resumeExpired(Context context, PendingTransition held) {
        events.expire(context, component);
    }

    /** Passes on turns whose threads had neither the stack nor the memory to do it. Called at each tick. */
    void mend() {
        for (int lane = 0; taken > 0 && lane < LANES; lane++) {
            Place place = places.get(lane);
            if (place != null && place.leaving) {
                events.soon(place::passOn);
            }
        }
    }

    /** The place of one event after the other, all of one lane. */
    private final class Place implements Turn {

        final int lane;
        /** Guarded by the turns, as the events are that wait. Those that have ended meanwhile are skipped. */
        final Deque<PendingTransition> waiting = new ArrayDeque<>();
        /** Whether the event whose turn it is has left. The next one gets the turn later: this thread may have no stack left. */
        volatile boolean leaving;

        Place(int lane) {
            this.lane = lane;
        }

        @Override
        public int component() {
            return component;
        }

        @Override
        public void release() {
            leaving = true;
            events.soon(this::passOn);
        }

        /** Gives the turn to the next event, if it is free. On one thread for all places, so calls in vain do no harm. */
        private void passOn() {
            boolean passed = !leaving;
            leaving = false;
            while (!passed) {
                PendingTransition next = removeNext(this);
                passed = next == null || next.release();
            }
        }
    }

    /** Returns the next event that waits, or null: then the place is free. */
    private synchronized @Nullable PendingTransition removeNext(Place place) {
        PendingTransition next = place.waiting.poll();
        if (next == null) {
            places.set(place.lane, null);
            taken--;
        }
        return next;
    }
}
