package io.concor.autoconfigure.endpoint;

import io.concor.layout.Layout;
import io.concor.layout.SlotChange;
import io.concor.manage.ChangeResult;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What a change did, or would do after a dry run.
 *
 * @param flow the flow's name
 * @param slot the slot, where the change was asked for one
 * @param oldSettings its settings before, where the change was asked for one slot
 * @param newSettings its settings after, where the change was asked for one slot
 * @param preset the preset that was applied, where one was
 * @param oldVersion the version of the layout before
 * @param version the version now; after a dry run, and where nothing differs, the same as before
 * @param dryRun whether it was only checked
 * @param changed whether the layout was changed
 * @param handedOver how many waiting events the change met: another pool took them over, or the old threads of a join
 *     that was taken out worked them off
 * @param tookMicros how long the change took, in microseconds
 * @param revertsAt when the layout from before comes back unless the change is confirmed, such as
 *     {@code 2026-01-31T12:00:00Z}; left out where it stays
 * @param slots the slots whose settings differ
 * @param warnings what is allowed but not advisable about the layout, in words
 */
public record ChangeDescriptor(
        String flow,
        @Nullable String slot,
        @Nullable SlotDescriptor oldSettings,
        @Nullable SlotDescriptor newSettings,
        @Nullable String preset,
        long oldVersion,
        long version,
        boolean dryRun,
        boolean changed,
        long handedOver,
        long tookMicros,
        @Nullable String revertsAt,
        List<ChangedSlot> slots,
        List<String> warnings)
        implements OperationResponseBody {

    /**
     * One slot that differs.
     *
     * @param slot its name
     * @param oldSettings its settings before
     * @param newSettings its settings after
     */
    public record ChangedSlot(String slot, SlotDescriptor oldSettings, SlotDescriptor newSettings) {

        static ChangedSlot of(SlotChange change) {
            return new ChangedSlot(
                    change.slot(), SlotDescriptor.of(change.before()), SlotDescriptor.of(change.after()));
        }

        /** Where nothing differs, what was asked for is what is there. */
        static ChangedSlot unchanged(String slot, Layout layout) {
            SlotDescriptor settings = SlotDescriptor.of(layout.slots().get(slot));
            return new ChangedSlot(slot, settings, settings);
        }
    }

    static ChangeDescriptor ofSlot(String slot, ChangeResult result) {
        ChangedSlot change = result.slots().stream()
                .filter(candidate -> candidate.slot().equals(slot))
                .findFirst()
                .map(ChangedSlot::of)
                .orElseGet(() -> ChangedSlot.unchanged(slot, result.layout()));
        return of(result, slot, change.oldSettings(), change.newSettings(), null);
    }

    static ChangeDescriptor ofPreset(String preset, ChangeResult result) {
        return of(result, null, null, null, preset);
    }

    /** Of a change that was taken back, or of a trial that was confirmed. */
    static ChangeDescriptor of(ChangeResult result) {
        return of(result, null, null, null, null);
    }

    private static ChangeDescriptor of(
            ChangeResult result,
            @Nullable String slot,
            @Nullable SlotDescriptor oldSettings,
            @Nullable SlotDescriptor newSettings,
            @Nullable String preset) {
        return new ChangeDescriptor(
                result.flow(),
                slot,
                oldSettings,
                newSettings,
                preset,
                result.oldVersion(),
                result.version(),
                result.dryRun(),
                result.version() != result.oldVersion(),
                result.handedOver(),
                result.took().dividedBy(Duration.ofNanos(1_000)),
                result.revertsAt() == null ? null : result.revertsAt().toString(),
                result.slots().stream().map(ChangedSlot::of).toList(),
                result.warnings());
    }
}
