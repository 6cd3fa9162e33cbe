package io.concor.layout;

/**
 * A flow at a glance. The counts are since the flow was built.
 *
 * @param name the flow's name
 * @param state where it is in its life
 * @param components how many components it has
 * @param version the version of its layout
 * @param inFlight how many events are inside
 * @param maxInFlight how many may be inside
 * @param completed how many ended with a value
 * @param failed how many ended with an error, timeouts included
 * @param timedOut how many of the failed ended with a timeout
 * @param refused how many were not taken
 * @param ignoredContinuations how many calls of continuations came after the one that decided
 * @param sampling whether events are measured
 */
public record FlowSummary(
        String name,
        FlowState state,
        int components,
        long version,
        long inFlight,
        int maxInFlight,
        long completed,
        long failed,
        long timedOut,
        long refused,
        long ignoredContinuations,
        boolean sampling) {}
