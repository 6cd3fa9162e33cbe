package io.concor.preset;

import java.util.List;
import java.util.Optional;

/** Where presets are kept. Thread-safe. */
public interface PresetStore {

    /** A store that keeps presets as long as the process lives. */
    static PresetStore inMemory() {
        return new InMemoryPresetStore();
    }

    /**
     * The names of a flow's presets, sorted.
     *
     * @param flow the flow's name
     * @throws PresetStoreException when they cannot be read
     */
    List<String> names(String flow);

    /**
     * The preset of that name.
     *
     * @param flow the flow's name
     * @param name the preset's name
     * @throws PresetStoreException when it is there but cannot be read
     */
    Optional<Preset> find(String flow, String name);

    /**
     * When and why something was saved under that name, the newest first; empty where there is no such preset. A store
     * that keeps no history has the one that is there; one may leave out the oldest of many.
     *
     * @param flow the flow's name
     * @param name the preset's name
     * @throws PresetStoreException when it is there but cannot be read
     */
    default List<Preset.Version> versions(String flow, String name) {
        return find(flow, name).map(preset -> new Preset.Version(1, preset.savedAt(), preset.reason())).stream()
                .toList();
    }

    /**
     * What was saved under that name as one of its versions. A store that keeps no history has the one that is there.
     *
     * @param flow the flow's name
     * @param name the preset's name
     * @param number the version's number
     * @throws PresetStoreException when it is there but cannot be read
     */
    default Optional<Preset> find(String flow, String name, long number) {
        return number == 1 ? find(flow, name) : Optional.empty();
    }

    /**
     * Keeps a preset, in place of one of the same name. Whole or not at all.
     *
     * @param preset the preset
     * @throws PresetStoreException when it cannot be kept
     */
    void save(Preset preset);

    /**
     * Removes a preset.
     *
     * @param flow the flow's name
     * @param name the preset's name
     * @return whether there was one
     * @throws PresetStoreException when it cannot be removed
     */
    boolean delete(String flow, String name);
}
