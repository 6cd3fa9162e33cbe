package io.concor.autoconfigure.advice;

import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Knows what limits flows, or limited them while their present times were measured. Without a diagnosis nothing. */
public interface PresentLimits {

    /** Nothing is known. */
    PresentLimits UNKNOWN = new PresentLimits() {};

    /**
     * Returns how many connections limit a flow, or did, so that measured times contain waits for them; 0 if their number is not
     * known, empty if they did not.
     */
    default OptionalInt connections(String flow) {
        return OptionalInt.empty();
    }

    /**
     * Returns how many threads of callers compute in a flow and queue for processors, which are all busy, or did before its
     * layout has just changed; empty if they do not queue.
     */
    default OptionalDouble queuingCallers(String flow) {
        return OptionalDouble.empty();
    }
}
