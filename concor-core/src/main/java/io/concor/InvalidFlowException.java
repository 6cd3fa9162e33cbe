package io.concor;

import org.jspecify.annotations.Nullable;

/** A flow cannot be built or registered as it is described. */
public final class InvalidFlowException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final String flow;
    private final @Nullable String component;
    private final @Nullable String part;
    private final String problem;
    private final String remedy;

    /**
     * Tells what is wrong with a flow.
     *
     * @param flow the flow's name
     * @param component the component concerned, or null when it is the flow as a whole
     * @param problem what is wrong
     * @param remedy how to mend it
     */
    public InvalidFlowException(String flow, @Nullable String component, String problem, String remedy) {
        this(flow, component, null, problem, remedy);
    }

    private InvalidFlowException(
            String flow, @Nullable String component, @Nullable String part, String problem, String remedy) {
        super("Flow '%s'%s: %s. %s"
                .formatted(flow, component == null ? "" : ", component '%s'".formatted(component), problem, remedy));
        this.flow = flow;
        this.component = component;
        this.part = part;
        this.problem = problem;
        this.remedy = remedy;
    }

    /**
     * Tells what is wrong with a part of a flow that is no component.
     *
     * @param part where it stands in the description of the flow
     */
    public static InvalidFlowException ofPart(String flow, String part, String problem, String remedy) {
        return new InvalidFlowException(flow, null, part, problem, remedy);
    }

    /** The flow's name. */
    public String flow() {
        return flow;
    }

    /** The component concerned, or null when it is the flow as a whole. */
    public @Nullable String component() {
        return component;
    }

    /**
     * The part of the flow's description concerned, such as {@code transactions[1].to}: the end of its second
     * transaction. Null when it is a component, or the flow as a whole.
     */
    public @Nullable String part() {
        return part;
    }

    /** What is wrong. */
    public String problem() {
        return problem;
    }

    /** How to mend it. */
    public String remedy() {
        return remedy;
    }
}
