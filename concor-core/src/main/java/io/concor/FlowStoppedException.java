package io.concor;

/** The error of an event that had not ended when the time allowed for a stop was over. */
public final class FlowStoppedException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final String flow;

    public FlowStoppedException(String flow, String place) {
        super("Flow '%s' was stopped while an event was at '%s'".formatted(flow, place), false);
        this.flow = flow;
    }

    /** The name of the flow that was stopped. */
    public String flow() {
        return flow;
    }
}
