package io.concor;

/** The error of an event that did not end within the time allowed for a stop. */
public final class FlowStoppedException extends FlowException {

    private static final long serialVersionUID = 1L;

    public FlowStoppedException(String flow, String place) {
        super(flow, "Flow '%s' was stopped while an event was at '%s'".formatted(flow, place), false);
    }
}
