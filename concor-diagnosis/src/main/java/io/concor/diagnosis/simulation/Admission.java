package io.concor.diagnosis.simulation;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Admission control: at most {@code max-in-flight} events are inside. Each is brought by the thread of a caller, which
 * runs it up to the first filled slot or transition.
 */
final class Admission implements ServingThreads {

    private final int maxInFlight;
    private final Arrivals arrivals;
    private final Scheduler scheduler;
    private final SimulationClock clock;
    private final Queue<SimulatedEvent> ended = new ArrayDeque<>();
    private final TimeAverage inFlight;
    private final TimeAverage full;
    private final TimeAverage lacksCallers;
    private int inside;
    private int freeCallers;

    Admission(int maxInFlight, int callers, Arrivals arrivals, Scheduler scheduler, SimulationClock clock) {
        this.maxInFlight = maxInFlight;
        this.freeCallers = callers;
        this.arrivals = arrivals;
        this.scheduler = scheduler;
        this.clock = clock;
        this.inFlight = clock.average();
        this.full = clock.average();
        this.lacksCallers = clock.average();
    }

    /** Admits events that wait, as long as there is room. */
    void admitWaiting() {
        while (inside < maxInFlight && freeCallers > 0 && arrivals.isWaiting()) {
            arrivals.take();
            enter(ended.isEmpty() ? new SimulatedEvent() : ended.remove());
        }
        full.set(inside >= maxInFlight && freeCallers > 0 && arrivals.isWaiting());
        lacksCallers.set(freeCallers == 0 && arrivals.isWaiting());
    }

    private void enter(SimulatedEvent event) {
        freeCallers--;
        inside++;
        inFlight.set(inside);
        event.step = 0;
        event.threads = this;
        event.admittedNanos = clock.nanos();
        scheduler.ready(event);
    }

    /** The thread of a caller is free. */
    @Override
    public void release() {
        freeCallers++;
        admitWaiting();
    }

    /** An event has ended. */
    void leave(SimulatedEvent event) {
        inside--;
        inFlight.set(inside);
        ended.add(event);
        admitWaiting();
    }

    int inside() {
        return inside;
    }

    double meanInFlight() {
        return inFlight.mean();
    }

    /** Returns the share of the time in which events wait because {@code max-in-flight} events are inside. */
    double fullShare() {
        return full.mean();
    }

    /** Returns the share of the time in which events wait because the thread of each caller has one. */
    double callersBusyShare() {
        return lacksCallers.mean();
    }
}
