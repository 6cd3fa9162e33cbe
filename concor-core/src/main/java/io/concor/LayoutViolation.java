package io.concor;

import org.jspecify.annotations.Nullable;

/**
 * One rule that a layout breaks.
 *
 * @param slot the slot to mend, named like its component
 * @param field the setting to mend
 * @param reason which rule is broken, and by what
 * @param allowed what would be right
 * @param limit the limit that is exceeded, in the spelling of the configuration; null where it is another rule
 */
public record LayoutViolation(
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
