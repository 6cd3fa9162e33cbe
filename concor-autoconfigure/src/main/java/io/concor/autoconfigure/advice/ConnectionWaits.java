package io.concor.autoconfigure.advice;

/** Knows of which flows the events wait for connections, so that measured times contain that wait. */
@FunctionalInterface
public interface ConnectionWaits {

    /** Whether connections limit a flow now. */
    boolean limit(String flow);
}
