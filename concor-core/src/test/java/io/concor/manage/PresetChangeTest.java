package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.fixture.RunningFlows;
import io.concor.manage.ChangeListener.PresetChange;
import io.concor.preset.Preset;
import io.concor.preset.PresetStore;
import io.concor.preset.PresetStoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Listeners receive each attempt to save or delete a preset. */
class PresetChangeTest {

    private static final ChangeOrigin ANN = ChangeOrigin.of(ChangeOrigin.Source.ENDPOINT, "ann");

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final List<PresetChange> reported = new ArrayList<>();

    @BeforeEach
    void listen() {
        flows.start(Flows.<String>create("flow").<String>map(message -> message, "a"));
        flows.manager().listen(new Recorder(reported));
    }

    private record Recorder(List<PresetChange> changes) implements ChangeListener {

        @Override
        public void onPreset(PresetChange change) {
            changes.add(change);
        }
    }

    @Test
    void reportsOriginAndReasonOfASaveAndADeletion() {
        flows.manager().flow("flow").presets().save("day", "measured", ANN);
        flows.manager().flow("flow").presets().delete("day", "outdated", ANN);

        assertThat(reported)
                .extracting(PresetChange::preset, PresetChange::outcome, PresetChange::origin, PresetChange::reason)
                .containsExactly(
                        tuple("day", PresetChange.Outcome.SAVED, ANN, "measured"),
                        tuple("day", PresetChange.Outcome.DELETED, ANN, "outdated"));
    }

    @Test
    void originIsJavaByDefault() {
        flows.manager().flow("flow").presets().save("day", null);

        assertThat(reported).singleElement().returns(ChangeOrigin.JAVA, PresetChange::origin);
    }

    @Test
    void deletionOfAnUnknownPresetIsNotReported() {
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> flows.manager().flow("flow").presets().delete("day"));

        assertThat(reported).isEmpty();
    }

    @Test
    void reportsFailuresOfTheStore() {
        Manager manager = new Manager(new FullStore());
        manager.listen(new Recorder(reported));
        try (Flow<String, String> flow = Flows.<String>create("flow")
                .<String>map(message -> message, "a")
                .build()) {
            manager.register(flow);
            assertThatExceptionOfType(PresetStoreException.class)
                    .isThrownBy(() -> manager.flow("flow").presets().save("day", "measured", ANN));
            assertThatExceptionOfType(PresetStoreException.class)
                    .isThrownBy(() -> manager.flow("flow").presets().delete("day", "outdated", ANN));
        }

        String error = "Preset 'day' of flow 'flow': the disk is full";
        assertThat(reported)
                .extracting(PresetChange::outcome, PresetChange::origin, PresetChange::reason, PresetChange::error)
                .containsExactly(
                        tuple(PresetChange.Outcome.NOT_SAVED, ANN, "measured", error),
                        tuple(PresetChange.Outcome.NOT_DELETED, ANN, "outdated", error));
        assertThat(ChangeLog.sentence(reported.get(0)))
                .isEqualTo("Flow 'flow': preset 'day' is not saved, by ann through endpoint (measured); " + error);
    }

    private static final class FullStore implements PresetStore {

        @Override
        public List<String> names(String flow) {
            return List.of("day");
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
            throw new PresetStoreException(flow, name, "the disk is full", null);
        }
    }

    @Test
    void logHasASentenceWithoutControlCharacters() {
        flows.manager()
                .flow("flow")
                .presets()
                .save("day", "is\nit?", ChangeOrigin.of(ChangeOrigin.Source.JMX, "ann\r\nroot"));

        assertThat(ChangeLog.sentence(reported.get(0)))
                .isEqualTo("Flow 'flow': preset 'day' is saved, by ann??root through jmx (is?it?)");
    }
}
