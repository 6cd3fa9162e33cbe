package io.concor.autoconfigure.endpoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.concor.JoinSettings;
import io.concor.preset.Preset;
import io.concor.preset.PresetVersion;
import io.concor.text.SafeText;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * A saved layout of a flow.
 *
 * @param flow the flow's name
 * @param preset the preset's name
 * @param savedAt when it was saved, such as {@code 2026-01-31T12:00:00Z}
 * @param reason why, left out where nothing was said
 * @param replaced where it was just saved, whether there was one of that name; left out else
 * @param versions what was saved under this name, the newest first, as far as the store keeps it; left out where it was
 *     just saved
 * @param slots the filled slots; one that is not here is empty
 */
public record PresetDescriptor(
        String flow,
        String preset,
        String savedAt,
        @Nullable String reason,
        @Nullable Boolean replaced,
        @Nullable List<SavedVersion> versions,
        List<PresetSlot> slots)
        implements OperationResponseBody {

    /**
     * A filled slot.
     *
     * @param slot its name
     * @param pool its pool
     * @param threads the number of threads
     * @param capacity how many events may wait before the stage in front pauses
     * @param waiting what a thread does while there is no event; written {@code wait}
     * @param keepAlive how long a thread that a cached pool can spare stays idle
     */
    public record PresetSlot(
            String slot,
            String pool,
            @Nullable Integer threads,
            @Nullable Integer capacity,
            @JsonProperty("wait") @Nullable String waiting,
            @Nullable String keepAlive) {

        static PresetSlot of(String slot, JoinSettings join) {
            SlotDescriptor settings = SlotDescriptor.of(join);
            return new PresetSlot(
                    slot,
                    settings.pool(),
                    settings.threads(),
                    settings.capacity(),
                    settings.waiting(),
                    settings.keepAlive());
        }
    }

    /**
     * When and why a version was saved.
     *
     * @param number its number; 1 for the first
     * @param savedAt when
     * @param reason why, left out where nothing was said
     */
    public record SavedVersion(
            long number, String savedAt, @Nullable String reason) {

        static SavedVersion of(PresetVersion version) {
            return new SavedVersion(version.number(), version.savedAt().toString(), printable(version.reason()));
        }
    }

    static PresetDescriptor of(Preset preset) {
        return new PresetDescriptor(
                preset.flow(),
                preset.name(),
                preset.savedAt().toString(),
                printable(preset.reason()),
                null,
                null,
                preset.slots().entrySet().stream()
                        .map(slot -> PresetSlot.of(slot.getKey(), slot.getValue()))
                        .toList());
    }

    /** It may have been written by hand, or by code of the application. */
    private static @Nullable String printable(@Nullable String reason) {
        return reason == null ? null : SafeText.words(reason);
    }

    PresetDescriptor replaced(boolean replaced) {
        return new PresetDescriptor(flow, preset, savedAt, reason, replaced, versions, slots);
    }

    PresetDescriptor versions(List<PresetVersion> versions) {
        List<SavedVersion> all = versions.stream().map(SavedVersion::of).toList();
        return new PresetDescriptor(flow, preset, savedAt, reason, replaced, all, slots);
    }
}
