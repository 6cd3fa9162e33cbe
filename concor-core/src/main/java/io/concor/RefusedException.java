package io.concor;

/** An event was not taken into the flow. */
public final class RefusedException extends ConcorException {

    private static final long serialVersionUID = 1L;

    RefusedException(String flow, String reason) {
        super("Flow '%s' did not take the event: %s".formatted(flow, reason));
    }
}
