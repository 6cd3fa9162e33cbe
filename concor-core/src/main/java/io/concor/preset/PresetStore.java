package io.concor.preset;

import java.util.List;
import java.util.Optional;

/**
 * Stores presets by the names of flow and preset. Implementations are thread-safe. Methods throw a
 * {@link PresetStoreException} if a preset exists but cannot be read, or cannot be saved or deleted.
 */
public interface PresetStore {

    /** Returns a store that keeps presets until the process ends. */
    static PresetStore inMemory() {
        return new InMemoryPresetStore();
    }

    /** Returns the names of a flow's presets, sorted. */
    List<String> names(String flow);

    /** Returns a preset, or an empty optional if there is none. */
    Optional<Preset> find(String flow, String name);

    /**
     * Returns the versions saved under a name, newest first; none if there is no such preset. A store without history
     * returns the present version; one with history may omit the oldest.
     */
    default List<Preset.Version> versions(String flow, String name) {
        return find(flow, name).map(preset -> new Preset.Version(1, preset.savedAt(), preset.reason())).stream()
                .toList();
    }

    /** Returns the content of a version. A store without history has version 1 only, the present one. */
    default Optional<Preset> find(String flow, String name, long number) {
        return number == 1 ? find(flow, name) : Optional.empty();
    }

    /**
     * Saves a preset atomically, and replaces one of the same name.
     *
     * @return whether it replaced one
     * @throws io.concor.InvalidSettingException if the store compares names without case and has one that differs only in
     *     case
     */
    boolean save(Preset preset);

    /** Deletes a preset. Returns whether there was one. */
    boolean delete(String flow, String name);
}
