package io.concor.diagnosis.simulation;

import java.util.ArrayDeque;
import java.util.Queue;

/** Permits for which events wait in the order of their arrival. */
final class Resource {

    private final Scheduler scheduler;
    private final TimeAverage exhausted;
    private final Queue<SimulatedEvent> waiting = new ArrayDeque<>();
    private int free;

    Resource(int permits, Scheduler scheduler, SimulationClock clock) {
        this.free = permits;
        this.scheduler = scheduler;
        this.exhausted = clock.average();
    }

    /** A step: takes a permit. The event keeps its thread while it waits for one. */
    boolean acquire(SimulatedEvent event) {
        if (free > 0) {
            free--;
            return true;
        }
        waiting.add(event);
        exhausted.set(true);
        return false;
    }

    /** A step: gives the permit to the event that waits longest. */
    boolean release(SimulatedEvent event) {
        SimulatedEvent next = waiting.poll();
        if (next == null) {
            free++;
        } else {
            scheduler.ready(next);
            exhausted.set(!waiting.isEmpty());
        }
        return true;
    }

    /** Returns the share of the time in which events wait for a permit. */
    double exhaustedShare() {
        return exhausted.mean();
    }
}
