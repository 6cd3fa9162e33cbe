package io.concor;

import org.jspecify.annotations.Nullable;

/** A flow cannot be built or registered as described. */
public final class InvalidFlowException extends FlowException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String component;
    private final @Nullable String part;
    private final String problem;
    private final String remedy;

    /**
     * Describes the problem of a flow.
     *
     * @param component the component concerned, or null for the flow as a whole
     * @param remedy how to fix it
     */
    public InvalidFlowException(String flow, @Nullable String component, String problem, String remedy) {
        this(flow, component, null, problem, remedy);
    }

    private InvalidFlowException(
            String flow, @Nullable String component, @Nullable String part, String problem, String remedy) {
        super(
                flow,
                "Flow '" + flow + "'" + (component == null ? "" : ", component '" + component + "'") + ": " + problem
                        + ". " + remedy,
                null);
        this.component = component;
        this.part = part;
        this.problem = problem;
        this.remedy = remedy;
    }

    /** Returns the exception for a {@link #part} of a flow that is not a component. */
    public static InvalidFlowException ofPart(String flow, String part, String problem, String remedy) {
        return new InvalidFlowException(flow, null, part, problem, remedy);
    }

    /** Returns the component concerned, or null if it is none. */
    public @Nullable String component() {
        return component;
    }

    /**
     * Returns the path of the part concerned, such as {@code transactions[1].to} for the end of the second transaction.
     * Null for a component or the flow as a whole.
     */
    public @Nullable String part() {
        return part;
    }

    /** Returns the problem. */
    public String problem() {
        return problem;
    }

    /** Returns how to fix it. */
    public String remedy() {
        return remedy;
    }
}
