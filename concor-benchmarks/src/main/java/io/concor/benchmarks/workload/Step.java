package io.concor.benchmarks.workload;

/** A component of a {@link Shape}. */
public sealed interface Step {

    /** Returns the component's name. */
    String name();

    /**
     * Returns the number of threads that run this component and the following ones; 0 for the thread that delivers the
     * event.
     */
    int threads();

    /**
     * A synchronous call.
     *
     * @param name the component's name
     * @param kind what the call does to its thread
     * @param threads number of threads that run it, or 0
     * @param work the task
     */
    record Call(String name, CallKind kind, int threads, Work work) implements Step {}

    /**
     * A call of a client.
     *
     * @param name the component's name
     * @param threads number of threads that make the call, or 0
     * @param client the client
     */
    record AsyncCall(String name, int threads, AsyncClient client) implements Step {}
}
