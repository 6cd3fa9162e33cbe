package io.concor.manage;

import io.concor.JoinSettings;
import io.concor.layout.Layout;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a change did, or would do.
 *
 * @param flow the flow's name
 * @param dryRun whether it was only checked
 * @param oldVersion the version before
 * @param version the version now; after a dry run, and where nothing differs, the same as before
 * @param layout the layout now; after a dry run, the one that there would be
 * @param slots the slots whose settings differ
 * @param handedOver how many waiting events the change met: another pool took them over, or the old threads of a join
 *     that was taken out worked them off
 * @param took how long the change took
 * @param revertsAt when the layout from before comes back unless the change is confirmed, or null where it stays
 * @param warnings what is allowed but not advisable about the layout, in words
 */
public record ChangeResult(
        String flow,
        boolean dryRun,
        long oldVersion,
        long version,
        Layout layout,
        List<SlotChange> slots,
        long handedOver,
        Duration took,
        @Nullable Instant revertsAt,
        List<String> warnings) {

    /** Keeps copies of the lists that cannot be changed. */
    public ChangeResult {
        slots = List.copyOf(slots);
        warnings = List.copyOf(warnings);
    }

    ChangeResult warnings(List<String> advice) {
        return new ChangeResult(flow, dryRun, oldVersion, version, layout, slots, handedOver, took, revertsAt, advice);
    }

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
}
