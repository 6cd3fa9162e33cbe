package io.concor.diagnosis.simulation;

/** A part of the way of an event that takes time, needs a thread or needs a permit. */
@FunctionalInterface
interface SimulationStep {

    /**
     * Begins the step. The event's step already points to the next one.
     *
     * @return whether the step is over; if not, the event continues when it becomes ready
     */
    boolean run(SimulatedEvent event);
}
