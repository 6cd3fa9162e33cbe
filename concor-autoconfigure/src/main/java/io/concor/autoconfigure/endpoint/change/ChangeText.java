package io.concor.autoconfigure.endpoint.change;

import io.concor.autoconfigure.endpoint.SlotDescriptor;
import io.concor.autoconfigure.endpoint.change.ChangeDescriptor.ChangedSlot;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.text.SafeText;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes the result of a change as plain text: two lines for each slot that differs, and the warnings. */
final class ChangeText {

    private static final TextTable<Row> TABLE = SlotDescriptor.columns(
            TextTable.<Row>create().text("slot", Row::slot).text("settings", Row::when), Row::settings);

    /** The settings of a slot before or after the change. */
    private record Row(String slot, String when, SlotDescriptor settings) {

        static Stream<Row> of(ChangedSlot slot) {
            return Stream.of(
                    new Row(slot.slot(), "old", slot.oldSettings()), new Row(slot.slot(), "new", slot.newSettings()));
        }
    }

    private ChangeText() {}

    static String of(ChangeDescriptor change) {
        String slots = change.slots().isEmpty()
                ? ""
                : "\n" + TABLE.format(change.slots().stream().flatMap(Row::of).toList());
        String warnings = change.warnings().stream()
                .map(warning -> "\nwarning: " + SafeText.words(warning) + "\n")
                .collect(Collectors.joining());
        return String.format(
                Locale.ROOT,
                "flow %s, layout version %d, %s%s\n%s%s",
                change.flow(),
                change.version(),
                outcome(change),
                onTrial(change.revertsAt()),
                slots,
                warnings);
    }

    private static String outcome(ChangeDescriptor change) {
        if (change.dryRun()) {
            return "dry run: nothing changed";
        }
        if (change.outcome() != null) {
            return change.outcome();
        }
        return change.changed() ? "changed" : "unchanged";
    }

    private static String onTrial(@Nullable String until) {
        return until == null ? "" : ", on trial until " + until;
    }
}
