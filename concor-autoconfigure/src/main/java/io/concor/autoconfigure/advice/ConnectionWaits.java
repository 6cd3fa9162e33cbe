package io.concor.autoconfigure.advice;

import java.util.OptionalInt;

/** Knows of which flows the events wait for connections, so that measured times contain that wait. */
@FunctionalInterface
public interface ConnectionWaits {

    /**
     * Returns how many connections limit a flow, or limited it while its present times were measured; 0 if their number is not
     * known, empty if they did not.
     */
    OptionalInt limiting(String flow);
}
