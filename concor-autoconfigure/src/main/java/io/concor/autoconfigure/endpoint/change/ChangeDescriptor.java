package io.concor.autoconfigure.endpoint.change;

import io.concor.autoconfigure.endpoint.PlainText;
import io.concor.autoconfigure.endpoint.SlotDescriptor;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.layout.Layout;
import io.concor.manage.ChangeEntry;
import io.concor.manage.ChangeResult;
import io.concor.manage.ChangeResult.SlotChange;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The result of a change or of a dry run.
 *
 * @param flow the name of the flow
 * @param slot the slot, if the change was for one slot
 * @param oldSettings its settings before the change, if the change was for one slot
 * @param newSettings its settings after the change, if the change was for one slot
 * @param preset the applied preset, if any
 * @param oldVersion the version of the layout before the change
 * @param version the current version; unchanged after a dry run or if no setting differs
 * @param outcome {@code confirmed} after a confirmation, absent otherwise
 * @param dryRun whether the change was only checked
 * @param changed whether the layout has changed
 * @param handedOver the number of waiting events that moved to another pool, or that the threads of a removed join
 *     still handled
 * @param tookMicros the duration of the change in microseconds
 * @param revertsAt when the change is reverted unless it is confirmed, such as {@code 2026-01-31T12:00:00Z}; absent
 *     without a trial
 * @param slots the slots whose settings differ
 * @param warnings warnings about the layout
 */
public record ChangeDescriptor(
        String flow,
        @Nullable String slot,
        @Nullable SlotDescriptor oldSettings,
        @Nullable SlotDescriptor newSettings,
        @Nullable String preset,
        long oldVersion,
        long version,
        @Nullable String outcome,
        boolean dryRun,
        boolean changed,
        long handedOver,
        long tookMicros,
        @Nullable String revertsAt,
        List<ChangedSlot> slots,
        List<String> warnings)
        implements OperationResponseBody, PlainText {

    private static final TextTable<Row> TABLE = SlotDescriptor.columns(
            TextTable.<Row>create().text("slot", Row::slot).text("settings", Row::when), Row::settings);

    /** The settings of a slot before or after the change. */
    private record Row(String slot, String when, SlotDescriptor settings) {

        static Stream<Row> of(ChangedSlot slot) {
            return Stream.of(
                    new Row(slot.slot(), "old", slot.oldSettings()), new Row(slot.slot(), "new", slot.newSettings()));
        }
    }

    /** Returns two lines for each slot that differs, and the warnings. */
    @Override
    public String plainText() {
        String changes = slots.isEmpty()
                ? ""
                : "\n" + TABLE.format(slots.stream().flatMap(Row::of).toList());
        String warned = warnings.stream()
                .map(warning -> "\nwarning: " + SafeText.words(warning) + "\n")
                .collect(Collectors.joining());
        return Sentence.of(
                "flow %s, layout version %d, %s%s\n%s%s",
                flow,
                version,
                outcomeInWords(),
                revertsAt == null ? "" : ", on trial until " + revertsAt,
                changes,
                warned);
    }

    private String outcomeInWords() {
        if (dryRun) {
            return "dry run: nothing changed";
        }
        if (outcome != null) {
            return outcome;
        }
        return changed ? "changed" : "unchanged";
    }

    /**
     * A slot whose settings differ.
     *
     * @param slot the name of the slot
     * @param oldSettings its settings before the change
     * @param newSettings its settings after the change
     */
    public record ChangedSlot(String slot, SlotDescriptor oldSettings, SlotDescriptor newSettings) {

        static ChangedSlot of(SlotChange change) {
            return new ChangedSlot(
                    change.slot(), SlotDescriptor.of(change.before()), SlotDescriptor.of(change.after()));
        }

        /** Describes a slot that already had the requested settings. */
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
        return of(result, change, null, null);
    }

    static ChangeDescriptor ofPreset(String preset, ChangeResult result) {
        return of(result, null, preset, null);
    }

    static ChangeDescriptor ofUndo(ChangeResult result) {
        return of(result, null, null, null);
    }

    static ChangeDescriptor ofConfirmation(ChangeResult result) {
        return of(result, null, null, ChangeEntry.Outcome.CONFIRMED.toString());
    }

    private static ChangeDescriptor of(
            ChangeResult result, @Nullable ChangedSlot asked, @Nullable String preset, @Nullable String outcome) {
        return new ChangeDescriptor(
                result.flow(),
                asked == null ? null : asked.slot(),
                asked == null ? null : asked.oldSettings(),
                asked == null ? null : asked.newSettings(),
                preset,
                result.oldVersion(),
                result.version(),
                outcome,
                result.dryRun(),
                result.version() != result.oldVersion(),
                result.handedOver(),
                result.took().dividedBy(Duration.ofNanos(1_000)),
                result.revertsAt() == null ? null : result.revertsAt().toString(),
                result.slots().stream().map(ChangedSlot::of).toList(),
                result.warnings());
    }
}
