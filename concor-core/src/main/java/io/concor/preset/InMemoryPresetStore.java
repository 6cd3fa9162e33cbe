package io.concor.preset;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps presets until the process ends. */
final class InMemoryPresetStore implements PresetStore {

    private record Key(String flow, String name) {}

    private final Map<Key, Preset> presets = new ConcurrentHashMap<>();

    @Override
    public List<String> names(String flow) {
        return presets.keySet().stream()
                .filter(key -> key.flow().equals(flow))
                .map(Key::name)
                .sorted()
                .toList();
    }

    @Override
    public Optional<Preset> find(String flow, String name) {
        return Optional.ofNullable(presets.get(new Key(flow, name)));
    }

    @Override
    public boolean save(Preset preset) {
        return presets.put(new Key(preset.flow(), preset.name()), preset) != null;
    }

    @Override
    public boolean delete(String flow, String name) {
        return presets.remove(new Key(flow, name)) != null;
    }
}
