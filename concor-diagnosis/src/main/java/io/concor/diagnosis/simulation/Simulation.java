package io.concor.diagnosis.simulation;

/**
 * Predicts throughput and latency of a flow by a discrete-event simulation of its queues, threads, processors and
 * resources. Formulas of queueing theory exist only for parts of this: not for full rings, measured distributions and
 * threads that share processors at the same time.
 *
 * <p>What is simulated, and how it differs from the engine:
 *
 * <ul>
 *   <li>Handing an event over takes no time, a wake-up neither. Add it to the service times if it matters.
 *   <li>A thread that waits for room continues as soon as there is some; the engine wakes it when half of the ring is
 *       free.
 *   <li>A task waits first and computes then. Service times of an event are independent of each other.
 *   <li>No event fails or times out.
 * </ul>
 */
public final class Simulation {

    private Simulation() {}

    /**
     * Simulates a flow. Ends when the mean latency is known to some percent, after some million steps, or after half a second.
     *
     * @param seed makes a run repeatable, unless it is the time that ends it. With the same seed, two layouts get the
     *     same arrivals and service times
     */
    public static Prediction run(FlowModel model, Load load, long seed) {
        SimulatedFlow flow = new SimulatedFlow(model, load, seed, System::nanoTime);
        flow.run();
        return flow.prediction();
    }
}
