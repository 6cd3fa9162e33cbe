package io.concor;

/** The error of an event that did not end within the time allowed for a stop. */
public final class FlowStoppedException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final String flow;

    public FlowStoppedException(String flow, String place) {
        super("Flow '%s' was stopped while an event was at '%s'".formatted(flow, place), false);
        this.flow = flow;
    }

    /** Returns the flow's name. */
    public String flow() {
        return flow;
    }
}
