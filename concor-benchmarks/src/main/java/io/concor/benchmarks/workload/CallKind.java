package io.concor.benchmarks.workload;

/** What a call does to its thread. */
public enum CallKind {
    /** Computes. */
    SIMPLE,
    /** Computes, and must not run at the same time as itself. */
    SINGLE_THREADED,
    /** Blocks. */
    SYNCHRONIZED_REMOTE,
    /** Looks at the event. */
    SIDE_EFFECT
}
