package io.concor.benchmarks.workload;

/** Kinds of calls. */
public enum CallKind {
    /** Computes. */
    SIMPLE,
    /** Computes, and must not run concurrently with itself. */
    SINGLE_THREADED,
    /** Blocks. */
    SYNCHRONIZED_REMOTE,
    /** Reads the event. */
    SIDE_EFFECT
}
