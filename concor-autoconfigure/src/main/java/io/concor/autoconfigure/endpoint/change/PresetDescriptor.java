package io.concor.autoconfigure.endpoint.change;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.concor.JoinSettings;
import io.concor.autoconfigure.endpoint.PlainText;
import io.concor.autoconfigure.endpoint.SlotDescriptor;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.preset.Preset;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * A preset: a saved layout of a flow.
 *
 * @param flow the name of the flow
 * @param preset the name of the preset
 * @param savedAt when it was saved, such as {@code 2026-01-31T12:00:00Z}
 * @param reason the reason, absent if none was given
 * @param replaced whether saving replaced a preset of that name; present only in the response to saving
 * @param versions the saved versions that the store keeps, newest first; absent in the response to saving
 * @param slots the filled slots; all others are empty
 */
public record PresetDescriptor(
        String flow,
        String preset,
        String savedAt,
        @Nullable String reason,
        @Nullable Boolean replaced,
        @Nullable List<SavedVersion> versions,
        List<PresetSlot> slots)
        implements OperationResponseBody, PlainText {

    private static final TextTable<PresetSlot> TABLE =
            SlotDescriptor.columns(TextTable.<PresetSlot>create().text("slot", PresetSlot::slot), PresetSlot::settings);

    @Override
    public String plainText() {
        String why = reason == null ? "" : ", reason: " + reason;
        return Sentence.of(
                "preset %s of flow %s, saved at %s%s\n\n%s", preset, flow, savedAt, why, TABLE.format(slots));
    }

    /**
     * A filled slot.
     *
     * @param slot the name of the slot
     * @param settings the settings; fields of this object in JSON
     */
    public record PresetSlot(String slot, @JsonUnwrapped SlotDescriptor settings) {

        static PresetSlot of(String slot, JoinSettings join) {
            return new PresetSlot(slot, SlotDescriptor.of(join));
        }
    }

    /**
     * A saved version.
     *
     * @param number the number of the version, from 1
     * @param savedAt when it was saved
     * @param reason the reason, absent if none was given
     */
    public record SavedVersion(
            long number, String savedAt, @Nullable String reason) {

        static SavedVersion of(Preset.Version version) {
            return new SavedVersion(version.number(), version.savedAt().toString(), printable(version.reason()));
        }
    }

    static PresetDescriptor of(Preset preset, @Nullable Boolean replaced, @Nullable List<Preset.Version> versions) {
        return new PresetDescriptor(
                preset.flow(),
                preset.name(),
                preset.savedAt().toString(),
                printable(preset.reason()),
                replaced,
                versions == null
                        ? null
                        : versions.stream().map(SavedVersion::of).toList(),
                preset.slots().entrySet().stream()
                        .map(slot -> PresetSlot.of(slot.getKey(), slot.getValue()))
                        .toList());
    }

    /** Escapes a reason, which may come from a file that was edited by hand or from code of the application. */
    private static @Nullable String printable(@Nullable String reason) {
        return reason == null ? null : SafeText.words(reason);
    }
}
