package io.concor;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A layout breaks rules and was rejected before anything changed. {@link #slot}, {@link #field}, {@link #reason} and
 * {@link #allowed} are those of the first violation.
 */
public final class InvalidLayoutException extends FlowException {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // a list of values that is only read
    private final List<Violation> violations;

    /** Describes at least one violation. */
    public InvalidLayoutException(String flow, List<Violation> violations) {
        super(
                flow,
                violations.stream()
                        .map(Violation::toString)
                        .collect(Collectors.joining(". Moreover ", "Flow '" + flow + "', ", "")),
                null);
        this.violations = List.copyOf(violations);
    }

    /** Throws this exception if there are violations. */
    public static void throwIfAny(String flow, List<Violation> violations) {
        if (!violations.isEmpty()) {
            throw new InvalidLayoutException(flow, violations);
        }
    }

    /** Returns all violations, in the order of the components. */
    public List<Violation> violations() {
        return violations;
    }

    /** Returns the slot, named like its component. */
    public String slot() {
        return violations.get(0).slot();
    }

    /** Returns the setting to change. */
    public String field() {
        return violations.get(0).field();
    }

    /** Returns which rule is broken, and why. */
    public String reason() {
        return violations.get(0).reason();
    }

    /** Returns what is allowed. */
    public String allowed() {
        return violations.get(0).allowed();
    }

    /**
     * A rule that a layout breaks.
     *
     * @param slot the slot to change, named like its component
     * @param field the setting to change
     * @param reason which rule is broken, and why
     * @param allowed what is allowed
     * @param limit the exceeded limit as spelled in the configuration, or null for another rule
     */
    public record Violation(
            String slot,
            String field,
            String reason,
            String allowed,
            @Nullable String limit) implements Serializable {

        @Override
        public String toString() {
            return "slot '" + slot + "', " + field + ": " + reason + "; allowed: " + allowed;
        }
    }
}
