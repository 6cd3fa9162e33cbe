package io.concor.diagnosis.simulation;

/** An event of a simulated flow. Reused after its end. */
final class SimulatedEvent {

    /** Index of its next step. */
    int step;
    /** What the thread that runs it belongs to. */
    ServingThreads threads = ServingThreads.FOREIGN;
    /** How long the task of its present component takes. */
    double serviceNanos;

    double admittedNanos;

    /** Frees its thread. The event waits, or a foreign thread continues with it. */
    void leaveThread() {
        ServingThreads left = threads;
        threads = ServingThreads.FOREIGN;
        left.release();
    }
}
