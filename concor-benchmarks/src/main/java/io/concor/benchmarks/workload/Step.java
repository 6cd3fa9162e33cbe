package io.concor.benchmarks.workload;

/** A component of a {@link Shape}. */
public sealed interface Step {

    /** The component's name. */
    String name();

    /** How many threads serve it and what follows; 0 for the thread that brings the event. */
    int threads();

    /**
     * A call.
     *
     * @param name the component's name
     * @param kind what the call does to its thread
     * @param threads how many threads serve it, or 0
     * @param work what it does
     */
    record Call(String name, CallKind kind, int threads, Work work) implements Step {}

    /**
     * A computation elsewhere.
     *
     * @param name the component's name
     * @param threads how many threads start it, or 0
     * @param client the client
     */
    record AsyncCall(String name, int threads, AsyncClient client) implements Step {}
}
