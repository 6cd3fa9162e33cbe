package io.concor;

/** A layout breaks a rule, so it was refused before anything moved. */
public final class InvalidLayoutException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final String flow;
    private final String slot;
    private final String field;
    private final String reason;
    private final String allowed;

    /**
     * Tells which rule is broken.
     *
     * @param flow the flow's name
     * @param slot the slot, named like its component
     * @param field the setting to mend
     * @param reason which rule is broken, and by what
     * @param allowed what would be right
     */
    public InvalidLayoutException(String flow, String slot, String field, String reason, String allowed) {
        super("Flow '%s', slot '%s', %s: %s; allowed: %s".formatted(flow, slot, field, reason, allowed));
        this.flow = flow;
        this.slot = slot;
        this.field = field;
        this.reason = reason;
        this.allowed = allowed;
    }

    /** The flow's name. */
    public String flow() {
        return flow;
    }

    /** The slot, named like its component. */
    public String slot() {
        return slot;
    }

    /** The setting to mend. */
    public String field() {
        return field;
    }

    /** Which rule is broken, and by what. */
    public String reason() {
        return reason;
    }

    /** What would be right. */
    public String allowed() {
        return allowed;
    }
}
