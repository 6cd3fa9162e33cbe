package io.concor.diagnosis.simulation;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Decides which event proceeds next. Time advances from one change of the state to the next one (Law, Simulation Modeling
 * and Analysis, section 1.3), as soon as no event can proceed at the present time.
 */
final class Scheduler {

    private final SimulationClock clock;
    private final Processors processors;
    private final EventHeap timers = new EventHeap();
    private final ArrayDeque<SimulatedEvent> ready = new ArrayDeque<>();

    Scheduler(SimulationClock clock, Processors processors) {
        this.clock = clock;
        this.processors = processors;
    }

    /** Returns the present time, in nanoseconds since the begin. */
    double nanos() {
        return clock.nanos();
    }

    /** Lets an event proceed after those that are ready. Queued, so that the steps of two events never nest. */
    void ready(SimulatedEvent event) {
        ready.add(event);
    }

    /** Lets an event proceed after a time. */
    void delay(SimulatedEvent event, double nanos) {
        timers.add(clock.nanos() + nanos, event);
    }

    /** Lets an event proceed after a computation. */
    void compute(SimulatedEvent event, double nanos) {
        processors.begin(event, nanos);
    }

    /** Returns an event that proceeds now, or null if there is none. */
    @Nullable
    SimulatedEvent next() {
        return ready.poll();
    }

    /** Advances the time until events are ready. Returns false if none ever will be. */
    boolean advance() {
        double next = Math.min(timers.firstKey(), processors.nextEnd());
        if (!(next < Double.POSITIVE_INFINITY)) {
            return false;
        }
        clock.advanceTo(next);
        while (processors.nextEnd() <= next) {
            add(processors.end());
        }
        while (timers.firstKey() <= next) {
            add(timers.poll());
        }
        return true;
    }

    private void add(@Nullable SimulatedEvent event) {
        if (event != null) {
            ready.add(event);
        }
    }
}
