package io.concor;

/** The error of an event that did not end within the time allowed for a stop. */
public final class FlowStoppedException extends FlowException {

    private static final long serialVersionUID = 1L;

    public FlowStoppedException(String flow, String place) {
        super(flow, "Flow '" + flow + "' was stopped while an event was at '" + place + "'", false);
    }
}
