package io.concor.autoconfigure.advice;

import java.util.OptionalInt;

/** Knows of which flows the events wait for connections, so that measured times contain that wait. */
@FunctionalInterface
public interface ConnectionWaits {

    /** Returns how many connections limit a flow now, 0 if their number is not known; empty if they do not limit it. */
    OptionalInt limiting(String flow);
}
