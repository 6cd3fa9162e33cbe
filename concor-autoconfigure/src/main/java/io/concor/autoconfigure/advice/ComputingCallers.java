package io.concor.autoconfigure.advice;

import java.util.OptionalDouble;

/** Knows in which flows threads of callers compute and queue for processors, which are all busy. */
@FunctionalInterface
public interface ComputingCallers {

    /**
     * Returns how many threads of callers do in a flow, or did before its layout has just changed; empty if they do not
     * queue.
     */
    OptionalDouble queuing(String flow);
}
