package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.layout.Topology;
import io.concor.preset.Preset;
import io.concor.preset.PresetStore;
import io.concor.preset.PresetStoreException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which preset is the active one, and whether the layout has drifted from it. */
class ActivePresetTest extends FlowWithPresets {

    @Test
    void undoRestoresTheEarlierActivePreset() {
        presets().save("day", null);
        manager.change(ChangeRequest.put("flow", "a", FIXED));
        presets().apply("day", OPTIONS);
        manager.change(ChangeRequest.put("flow", "a", FIXED));
        presets().save("night", null);
        presets().apply("day", OPTIONS);

        manager.undo(OPTIONS);

        assertThat(topology()).returns("night", Topology::activePreset).returns(false, Topology::drifted);
    }

    @Test
    void undoDoesNotRestoreADeletedPresetUnlessItWasSavedAgain() {
        presets().save("day", null);
        manager.change(ChangeRequest.put("flow", "a", FIXED));
        presets().save("night", null);
        presets().apply("day", OPTIONS);
        presets().delete("night");
        manager.undo(OPTIONS);
        assertThat(topology()).returns(null, Topology::activePreset).returns(false, Topology::drifted);

        presets().save("night", null);
        presets().apply("day", OPTIONS);
        manager.undo(OPTIONS);

        assertThat(topology()).returns("night", Topology::activePreset).returns(false, Topology::drifted);
    }

    @Test
    void undoOfTheFirstApplicationLeavesNoActivePreset() {
        store.save(new Preset("flow", "day", Map.of("a", FIXED, "b", SINGLE), Instant.EPOCH, null));
        presets().apply("day", OPTIONS);

        manager.undo(OPTIONS);

        assertThat(topology()).returns(null, Topology::activePreset).returns(false, Topology::drifted);
    }

    @Test
    void undoOfAReappliedPresetCountsAsDriftFromIt() {
        presets().save("day", null);
        Preset edited = new Preset("flow", "day", Map.of("a", FIXED, "b", SINGLE), Instant.EPOCH, "by another user");
        store.save(edited);
        presets().apply("day", OPTIONS);

        manager.undo(OPTIONS);

        assertThat(manager.flow("flow").layout().slots()).isEqualTo(Map.of("b", SINGLE));
        assertThat(presets().active()).contains(edited);
        assertThat(topology().drifted()).isTrue();
    }

    @Test
    void changeDriftsFromThePresetUntilItIsReversed() {
        presets().save("day", null);

        manager.change(ChangeRequest.put("flow", "a", FIXED));
        assertThat(topology()).returns("day", Topology::activePreset).returns(true, Topology::drifted);

        manager.change(ChangeRequest.takeOut("flow", "a"));
        assertThat(topology().drifted()).isFalse();
    }

    @Test
    void deletedPresetIsNoLongerActive() {
        presets().save("day", null);

        presets().delete("day");

        assertThat(topology().activePreset()).isNull();
    }

    @Test
    void isThePresetAsItWasWhenApplied() {
        Preset saved = presets().save("day", null).preset();
        store.save(new Preset("flow", "day", Map.of("b", FIXED), Instant.EPOCH, "by another user"));

        assertThat(presets().active()).contains(saved);
        assertThat(topology().drifted()).isFalse();
    }

    @Test
    void isForgottenWhenTheFlowIsClosed() {
        presets().save("day", null);
        flow.close();
        Flow<String, String> another = Flows.<String>create("flow")
                .map((String message) -> message, "a")
                .build();

        manager.register(another);

        assertThat(topology().activePreset()).isNull();
        another.close();
    }

    @Test
    void presetThatCannotBeSavedDoesNotBecomeActive() {
        Manager broken = new Manager(new PresetStore() {
            @Override
            public List<String> names(String flow) {
                return List.of();
            }

            @Override
            public Optional<Preset> find(String flow, String name) {
                return Optional.empty();
            }

            @Override
            public boolean save(Preset preset) {
                throw new PresetStoreException(preset.flow(), preset.name(), "the disk is full", null);
            }

            @Override
            public boolean delete(String flow, String name) {
                return false;
            }
        });
        broken.register(flow);

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> broken.flow("flow").presets().save("day", null))
                .withMessage("Preset 'day' of flow 'flow': the disk is full");
        assertThat(broken.flow("flow").topology().activePreset()).isNull();
    }

    @Test
    void ofTwoPresetsAppliedAtOnceTheOneForThePresentLayoutIsActive() {
        store.save(new Preset("flow", "first", Map.of("a", FIXED, "b", SINGLE), Instant.EPOCH, null));
        store.save(new Preset("flow", "second", Map.of("b", SINGLE), Instant.EPOCH, null));
        manager.listen(new ChangeListener() {
            @Override
            public void onRecorded(ChangeEntry entry) {
                if ("first".equals(entry.origin().preset())) {
                    presets().apply("second", OPTIONS);
                }
            }
        });

        presets().apply("first", OPTIONS);

        assertThat(manager.flow("flow").layout().slots()).isEqualTo(Map.of("b", SINGLE));
        assertThat(topology()).returns("second", Topology::activePreset).returns(false, Topology::drifted);
    }
}
