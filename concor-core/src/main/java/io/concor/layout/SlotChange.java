package io.concor.layout;

import io.concor.JoinSettings;
import org.jspecify.annotations.Nullable;

/**
 * The content of one slot before and after a change.
 *
 * @param slot the slot's name
 * @param before its settings before, or null where it was empty
 * @param after its settings after, or null where it is empty
 */
public record SlotChange(
        String slot,
        @Nullable JoinSettings before,
        @Nullable JoinSettings after) {

    /** The change in words. */
    @Override
    public String toString() {
        return "slot '%s' from %s to %s".formatted(slot, words(before), words(after));
    }

    /** A join in words; {@code none} for an empty slot. */
    public static String words(@Nullable JoinSettings join) {
        return join == null ? "none" : join.toString();
    }
}
