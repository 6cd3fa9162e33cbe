package io.concor;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A layout breaks rules, so it was refused before anything moved. Tells all of them; {@link #slot}, {@link #field},
 * {@link #reason} and {@link #allowed} are those of the first.
 */
public final class InvalidLayoutException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final String flow;

    @SuppressWarnings("serial") // a list of values that is only read
    private final List<Violation> violations;

    /**
     * Tells which rules are broken.
     *
     * @param flow the flow's name
     * @param violations one for each rule, at least one
     */
    public InvalidLayoutException(String flow, List<Violation> violations) {
        super("Flow '%s', %s"
                .formatted(
                        flow, violations.stream().map(Violation::toString).collect(Collectors.joining(". Moreover "))));
        this.flow = flow;
        this.violations = List.copyOf(violations);
    }

    /** Refuses a layout of which anything is broken. */
    public static void throwIfAny(String flow, List<Violation> violations) {
        if (!violations.isEmpty()) {
            throw new InvalidLayoutException(flow, violations);
        }
    }

    /** The flow's name. */
    public String flow() {
        return flow;
    }

    /** Every rule that is broken, in the order of the components. */
    public List<Violation> violations() {
        return violations;
    }

    /** The slot, named like its component. */
    public String slot() {
        return violations.get(0).slot();
    }

    /** The setting to mend. */
    public String field() {
        return violations.get(0).field();
    }

    /** Which rule is broken, and by what. */
    public String reason() {
        return violations.get(0).reason();
    }

    /** What would be right. */
    public String allowed() {
        return violations.get(0).allowed();
    }

    /**
     * One rule that a layout breaks.
     *
     * @param slot the slot to mend, named like its component
     * @param field the setting to mend
     * @param reason which rule is broken, and by what
     * @param allowed what would be right
     * @param limit the limit that is exceeded, in the spelling of the configuration; null where it is another rule
     */
    public record Violation(
            String slot,
            String field,
            String reason,
            String allowed,
            @Nullable String limit) {

        @Override
        public String toString() {
            return "slot '%s', %s: %s; allowed: %s".formatted(slot, field, reason, allowed);
        }
    }
}
