package io.concor.manage;

import io.concor.JoinSettings;
import io.concor.layout.Layout;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a change did or, after a dry run, would do.
 *
 * @param flow the name of the flow
 * @param dryRun whether the change was only checked
 * @param oldVersion the version of the layout before the change
 * @param version the current version; unchanged after a dry run or if no setting differs
 * @param layout the layout after the change
 * @param slots the slots whose settings differ
 * @param handedOver the number of events that waited in the slots when they changed
 * @param took how long the change took
 * @param revertsAt when the change is reverted unless it is confirmed, or null without a trial
 * @param warnings warnings about the layout
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

    public ChangeResult {
        slots = List.copyOf(slots);
        warnings = List.copyOf(warnings);
    }

    ChangeResult warnings(List<String> advice) {
        return new ChangeResult(flow, dryRun, oldVersion, version, layout, slots, handedOver, took, revertsAt, advice);
    }

    /**
     * The content of a slot before and after a change.
     *
     * @param slot the name of the slot
     * @param before its settings before the change, or null if it was empty
     * @param after its settings after the change, or null if it is empty
     */
    public record SlotChange(
            String slot,
            @Nullable JoinSettings before,
            @Nullable JoinSettings after) {

        @Override
        public String toString() {
            return "slot '" + slot + "' from " + text(before) + " to " + text(after);
        }

        /** Describes a join; {@code none} for an empty slot. */
        static String text(@Nullable JoinSettings join) {
            return join == null ? "none" : join.toString();
        }
    }
}
