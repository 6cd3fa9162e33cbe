package io.concor.autoconfigure.watch;

import java.util.Optional;

/** Knows which flows are failing. Thread-safe. */
@FunctionalInterface
public interface FailingFlows {

    /** Returns a sentence with the share of the events that fail, the component and the error; empty if the flow is not failing. */
    Optional<String> failure(String flow);
}
