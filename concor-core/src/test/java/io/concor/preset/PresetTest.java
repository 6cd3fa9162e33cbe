package io.concor.preset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Presets, and the store that keeps them in memory. */
class PresetTest {

    private final InMemoryPresetStore store = new InMemoryPresetStore();

    private static Preset preset(String flow, String name) {
        return new Preset(flow, name, Map.of("a", JoinSettings.single()), Instant.EPOCH, null);
    }

    @Test
    void keepsTheSlotsInTheirOrderAndApartFromTheMapItWasGiven() {
        Map<String, JoinSettings> slots = new LinkedHashMap<>();
        slots.put("z", JoinSettings.single());
        slots.put("a", JoinSettings.fixed(2));
        Preset preset = new Preset("flow", "preset", slots, Instant.EPOCH, "why");

        slots.clear();

        assertThat(preset.slots()).containsOnlyKeys("z", "a");
        assertThat(preset.slots().keySet()).containsExactly("z", "a");
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> preset.slots().clear());
    }

    @Test
    void refusesANameThatCouldNotBeAFile() {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> preset("flow", "../preset"))
                .returns("preset", InvalidSettingException::field);
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> preset("a/b", "preset"))
                .returns("flow", InvalidSettingException::field);
    }

    @Test
    void returnsTheNamesOfOneFlowSorted() {
        store.save(preset("one", "night"));
        store.save(preset("one", "day"));
        store.save(preset("other", "noon"));

        assertThat(store.names("one")).containsExactly("day", "night");
        assertThat(store.names("unknown")).isEmpty();
    }

    @Test
    void findsWhatWasSavedLast() {
        Preset later = new Preset("one", "day", Map.of(), Instant.MAX, "later");
        store.save(preset("one", "day"));
        store.save(later);

        assertThat(store.find("one", "day")).contains(later);
        assertThat(store.find("other", "day")).isEmpty();
    }

    @Test
    void reportsWhetherItDeletedAPreset() {
        store.save(preset("one", "day"));

        assertThat(store.delete("one", "day")).isTrue();
        assertThat(store.delete("one", "day")).isFalse();
        assertThat(store.find("one", "day")).isEmpty();
    }
}
