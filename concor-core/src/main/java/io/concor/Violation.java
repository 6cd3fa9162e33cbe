package io.concor;

/**
 * One rule that a layout breaks.
 *
 * @param slot the slot to mend, named like its component
 * @param field the setting to mend
 * @param reason which rule is broken, and by what
 * @param allowed what would be right
 */
public record Violation(String slot, String field, String reason, String allowed) {

    @Override
    public String toString() {
        return "slot '%s', %s: %s; allowed: %s".formatted(slot, field, reason, allowed);
    }
}
