package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.layout.Topology;
import io.concor.preset.Preset;
import io.concor.preset.PresetStore;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A preset that is deleted while another thread applies or saves it. */
class PresetDeletedMeanwhileTest {

    private static final ChangeRequest OPTIONS = ChangeRequest.options("flow");

    private final OvertakenStore store = new OvertakenStore();
    private final Manager manager = new Manager(store);
    private final Flow<String, String> flow =
            Flows.<String>create("flow").map((String message) -> message, "a").build();

    @BeforeEach
    void register() {
        manager.register(flow);
    }

    @AfterEach
    void close() {
        flow.close();
    }

    private Preset saved(String name, JoinSettings join) {
        manager.change(ChangeRequest.put("flow", "a", join));
        return manager.flow("flow").presets().save(name, null).preset();
    }

    private Topology topology() {
        return manager.flow("flow").topology();
    }

    @Test
    void doesNotBecomeActiveIfItWasReadBefore() {
        Preset day = saved("day", JoinSettings.single());
        saved("night", JoinSettings.fixed(2));
        manager.flow("flow").presets().delete("day");

        manager.flow("flow").presets().apply(day, OPTIONS);

        assertThat(manager.flow("flow").layout().slots()).isEqualTo(day.slots());
        assertThat(topology().activePreset()).isNull();
    }

    @Test
    void doesNotBecomeActiveIfDeletedWhileRead() {
        saved("day", JoinSettings.single());
        saved("night", JoinSettings.fixed(2));
        store.overtaking = () -> manager.flow("flow").presets().delete("day");

        manager.flow("flow").presets().apply("day", OPTIONS);

        assertThat(topology().activePreset()).isNull();
    }

    @Test
    void doesNotBecomeActiveIfDeletedWhileSaved() {
        saved("day", JoinSettings.single());
        store.overtaking = () -> manager.flow("flow").presets().delete("day");

        manager.flow("flow").presets().save("day", null);

        assertThat(manager.flow("flow").presets().names()).isEmpty();
        assertThat(topology().activePreset()).isNull();
    }

    @Test
    void becomesActiveIfSavedAgain() {
        Preset day = saved("day", JoinSettings.single());
        manager.flow("flow").presets().delete("day");
        store.save(day);

        manager.flow("flow").presets().apply("day", OPTIONS);

        assertThat(topology().activePreset()).isEqualTo("day");
    }

    /** Runs an action of another thread after something was read or saved. */
    private static final class OvertakenStore implements PresetStore {

        private static final Runnable NONE = () -> {};

        private final PresetStore presets = PresetStore.inMemory();
        private Runnable overtaking = NONE;

        private void overtake() {
            Runnable once = overtaking;
            overtaking = NONE;
            once.run();
        }

        @Override
        public List<String> names(String flow) {
            return presets.names(flow);
        }

        @Override
        public Optional<Preset> find(String flow, String name) {
            Optional<Preset> found = presets.find(flow, name);
            overtake();
            return found;
        }

        @Override
        public boolean save(Preset preset) {
            boolean replaced = presets.save(preset);
            overtake();
            return replaced;
        }

        @Override
        public boolean delete(String flow, String name) {
            return presets.delete(flow, name);
        }
    }
}
