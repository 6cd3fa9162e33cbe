package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.InvalidLayoutException;
import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.layout.Layout;
import io.concor.layout.Topology;
import io.concor.manage.ChangeResult.SlotChange;
import io.concor.preset.Preset;
import io.concor.preset.PresetStore;
import io.concor.preset.PresetStoreException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Presets are saved, applied and deleted, and a layout that left its preset is told. */
class ManagerPresetsTest {

    private static final JoinSettings SINGLE = JoinSettings.single();
    private static final JoinSettings FIXED = JoinSettings.fixed(2);
    private static final ChangeRequest OPTIONS = ChangeRequest.layout("flow", Map.of());

    private final PresetStore store = PresetStore.inMemory();
    private final Manager manager = new Manager(store);
    private final Flow<String, String> flow = Flows.<String>create("flow")
            .map((String message) -> message, "a")
            .join(SINGLE)
            .<String>mapSingleThreaded(message -> message, "b")
            .build();

    @BeforeEach
    void register() {
        manager.register(flow);
    }

    @AfterEach
    void close() {
        flow.close();
    }

    private Topology topology() {
        return manager.topology("flow");
    }

    @Test
    void savingKeepsTheLayoutAndMakesItTheActivePreset() {
        Instant before = Instant.now();

        Preset saved = manager.savePreset("flow", "day", "measured").preset();

        assertThat(saved)
                .returns("flow", Preset::flow)
                .returns("day", Preset::name)
                .returns(Map.of("b", SINGLE), Preset::slots)
                .returns("measured", Preset::reason);
        assertThat(saved.savedAt()).isBetween(before, Instant.now());
        assertThat(manager.preset("flow", "day")).isEqualTo(saved);
        assertThat(manager.presets("flow")).containsExactly("day");
        assertThat(topology()).returns("day", Topology::activePreset).returns(false, Topology::drifted);
    }

    @Test
    void savingUnderANameThatIsNotAllowedKeepsNothing() {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> manager.savePreset("flow", "../day", null))
                .returns("preset", InvalidSettingException::field);
        assertThat(manager.presets("flow")).isEmpty();
        assertThat(topology().activePreset()).isNull();
    }

    @Test
    void savingUnderANameThatDiffersFromAnotherInCapitalsOnlyKeepsNothing() {
        Preset kept = manager.savePreset("flow", "day One", null).preset();
        manager.change(ChangeRequest.put("flow", "a", FIXED));

        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> manager.savePreset("flow", "Day one", null))
                .returns("preset", InvalidSettingException::field)
                .withMessageContaining("'Day one' differs from 'day One' only in case");

        assertThat(manager.presets("flow")).containsExactly("day One");
        assertThat(manager.preset("flow", "day One")).isEqualTo(kept);
        assertThat(manager.activePreset("flow")).contains(kept);
        manager.deletePreset("flow", "day One");
        manager.savePreset("flow", "Day one", null);
        assertThat(manager.presets("flow")).containsExactly("Day one");
    }

    @Test
    void savingGoesOnUnderANameThatIsThereInSeveralSpellings() {
        store.save(new Preset("flow", "day", Map.of(), Instant.EPOCH, null));
        store.save(new Preset("flow", "DAY", Map.of(), Instant.EPOCH, null));

        manager.savePreset("flow", "day", "again");

        assertThat(manager.preset("flow", "day").reason()).isEqualTo("again");
        assertThat(manager.preset("flow", "DAY").reason()).isNull();
    }

    @Test
    void undoingAnApplicationPutsTheEarlierActivePresetBack() {
        manager.savePreset("flow", "day", null);
        manager.change(ChangeRequest.put("flow", "a", FIXED));
        manager.applyPreset("flow", "day", OPTIONS);
        manager.change(ChangeRequest.put("flow", "a", FIXED));
        manager.savePreset("flow", "night", null);
        manager.applyPreset("flow", "day", OPTIONS);

        manager.undo(OPTIONS);

        assertThat(topology()).returns("night", Topology::activePreset).returns(false, Topology::drifted);
    }

    @Test
    void undoingAnApplicationPutsNoPresetBackThatWasDeletedSinceUnlessItIsThereAgain() {
        manager.savePreset("flow", "day", null);
        manager.change(ChangeRequest.put("flow", "a", FIXED));
        manager.savePreset("flow", "night", null);
        manager.applyPreset("flow", "day", OPTIONS);
        manager.deletePreset("flow", "night");
        manager.undo(OPTIONS);
        assertThat(topology()).returns(null, Topology::activePreset).returns(false, Topology::drifted);

        manager.savePreset("flow", "night", null);
        manager.applyPreset("flow", "day", OPTIONS);
        manager.undo(OPTIONS);

        assertThat(topology()).returns("night", Topology::activePreset).returns(false, Topology::drifted);
    }

    @Test
    void undoingTheFirstApplicationLeavesNoActivePreset() {
        store.save(new Preset("flow", "day", Map.of("a", FIXED, "b", SINGLE), Instant.EPOCH, null));
        manager.applyPreset("flow", "day", OPTIONS);

        manager.undo(OPTIONS);

        assertThat(topology()).returns(null, Topology::activePreset).returns(false, Topology::drifted);
    }

    @Test
    void undoingTheApplicationOfWhatIsNowStoredUnderTheSameNameIsDriftFromThat() {
        manager.savePreset("flow", "day", null);
        Preset edited = new Preset("flow", "day", Map.of("a", FIXED, "b", SINGLE), Instant.EPOCH, "by somebody else");
        store.save(edited);
        manager.applyPreset("flow", "day", OPTIONS);

        manager.undo(OPTIONS);

        assertThat(manager.layout("flow").slots()).isEqualTo(Map.of("b", SINGLE));
        assertThat(manager.activePreset("flow")).contains(edited);
        assertThat(topology().drifted()).isTrue();
    }

    @Test
    void aChangeDriftsFromThePresetAndChangingBackDoesNot() {
        manager.savePreset("flow", "day", null);

        manager.change(ChangeRequest.put("flow", "a", FIXED));
        assertThat(topology()).returns("day", Topology::activePreset).returns(true, Topology::drifted);

        manager.change(ChangeRequest.takeOut("flow", "a"));
        assertThat(topology().drifted()).isFalse();
    }

    @Test
    void applyingMakesThePresetTheLayoutInOneChange() {
        manager.savePreset("flow", "day", null);
        manager.change(ChangeRequest.layout("flow", Map.of("a", SINGLE)));
        manager.savePreset("flow", "night", null);

        ChangeResult result = manager.applyPreset("flow", "day", OPTIONS);

        assertThat(result.slots())
                .containsExactly(new SlotChange("a", SINGLE, null), new SlotChange("b", null, SINGLE));
        assertThat(manager.layout("flow")).isEqualTo(new Layout(3, Map.of("b", SINGLE)));
        assertThat(topology()).returns("day", Topology::activePreset).returns(false, Topology::drifted);
    }

    @Test
    void applyingDryChangesNeitherTheLayoutNorTheActivePreset() {
        manager.savePreset("flow", "day", null);
        manager.change(ChangeRequest.put("flow", "a", FIXED));
        manager.savePreset("flow", "night", null);

        ChangeResult result = manager.applyPreset("flow", "day", OPTIONS.dryRun(true));

        assertThat(result.slots()).containsExactly(new SlotChange("a", FIXED, null));
        assertThat(manager.layout("flow").version()).isEqualTo(2);
        assertThat(topology().activePreset()).isEqualTo("night");
    }

    @Test
    void applyingMindsTheExpectedVersion() {
        manager.savePreset("flow", "day", null);
        manager.change(ChangeRequest.put("flow", "a", FIXED));

        assertThatExceptionOfType(VersionConflictException.class)
                .isThrownBy(() -> manager.applyPreset("flow", "day", OPTIONS.expectedVersion(1L)));
        assertThat(manager.layout("flow").version()).isEqualTo(2);
    }

    @Test
    void applyingAPresetThatNoLongerFitsChangesNothing() {
        store.save(new Preset("flow", "old", Map.of("b", SINGLE, "gone", SINGLE), Instant.EPOCH, null));
        store.save(new Preset("flow", "unsafe", Map.of("b", FIXED), Instant.EPOCH, null));

        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> manager.applyPreset("flow", "old", OPTIONS))
                .withMessage("There is no slot 'gone'; known: a, b");
        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> manager.applyPreset("flow", "unsafe", OPTIONS))
                .returns("b", InvalidLayoutException::slot);
        assertThat(manager.layout("flow")).isEqualTo(new Layout(1, Map.of("b", SINGLE)));
        assertThat(topology().activePreset()).isNull();
    }

    @Test
    void deletingForgetsThePreset() {
        manager.savePreset("flow", "day", null);

        manager.deletePreset("flow", "day");

        assertThat(manager.presets("flow")).isEmpty();
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> manager.deletePreset("flow", "day"))
                .returns("preset", UnknownNameException::what);
    }

    @Test
    void aPresetThatWasDeletedIsNotTheActiveOneAnyMore() {
        manager.savePreset("flow", "day", null);

        manager.deletePreset("flow", "day");

        assertThat(topology().activePreset()).isNull();
    }

    @Test
    void tellsThatThereIsNoPresetAtAll() {
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> manager.preset("flow", "noon"))
                .withMessage("There is no preset 'noon'; known: none");
    }

    @Test
    void tellsWhichPresetIsNotKnownAndWhichAre() {
        manager.savePreset("flow", "day", null);
        manager.savePreset("flow", "night", null);

        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> manager.preset("flow", "noon"))
                .returns("preset", UnknownNameException::what)
                .returns("noon", UnknownNameException::name)
                .withMessage("There is no preset 'noon'; known: day, night");
    }

    @Test
    void savingMentionsTheEmptySlotsAsWell() {
        assertThat(manager.savePreset("flow", "day", null).preset().mentioned()).containsExactly("a", "b");
    }

    @Test
    void leavesSlotsToTheKindOfTheirComponentsWhereThePresetDoes() {
        store.save(byKind("a", "b"));
        manager.change(ChangeRequest.layout("flow", Map.of("a", SINGLE)));

        manager.applyPreset("flow", "kinds", OPTIONS);

        assertThat(manager.layout("flow").slots()).isEqualTo(Map.of("b", SINGLE));
        assertThat(topology()).returns("kinds", Topology::activePreset).returns(false, Topology::drifted);
    }

    @Test
    void refusesToLeaveASlotToTheKindOfAComponentThatIsNotThere() {
        store.save(byKind("b", "gone"));

        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> manager.applyPreset("flow", "kinds", OPTIONS))
                .withMessage("There is no slot 'gone'; known: a, b");
        assertThat(manager.history("flow", 10))
                .singleElement()
                .returns(ChangeEntry.Outcome.REFUSED, ChangeEntry::outcome)
                .returns("There is no slot 'gone'; known: a, b", ChangeEntry::error)
                .returns("kinds", entry -> entry.origin().preset());
    }

    private static Preset byKind(String... slots) {
        return new Preset("flow", "kinds", Map.of(), Set.of(), Set.of(slots), Instant.EPOCH, null);
    }

    @Test
    void takesOfAPresetWhatFitsWhereThatIsAskedFor() {
        store.save(new Preset(
                "flow",
                "old",
                Map.of("a", FIXED, "b", SINGLE, "gone", SINGLE),
                Set.of(),
                Set.of("gone too"),
                Instant.EPOCH,
                null));

        manager.applyKnownSlots(manager.preset("flow", "old"), OPTIONS);

        assertThat(manager.layout("flow").slots()).isEqualTo(Map.of("a", FIXED, "b", SINGLE));
        assertThat(topology()).returns("old", Topology::activePreset).returns(true, Topology::drifted);
    }

    @Test
    void knowsTheActivePresetAsItWasWhenItWasApplied() {
        Preset saved = manager.savePreset("flow", "day", null).preset();
        store.save(new Preset("flow", "day", Map.of("b", FIXED), Instant.EPOCH, "by somebody else"));

        assertThat(manager.activePreset("flow")).contains(saved);
        assertThat(topology().drifted()).isFalse();
    }

    @Test
    void forgetsTheActivePresetOfAFlowThatWasClosed() {
        manager.savePreset("flow", "day", null);
        flow.close();
        Flow<String, String> another = Flows.<String>create("flow")
                .map((String message) -> message, "a")
                .build();

        manager.register(another);

        assertThat(topology().activePreset()).isNull();
        another.close();
    }

    @Test
    void hasTheOneVersionOfAPresetWhereTheStoreKeepsNoHistory() {
        Preset saved = manager.savePreset("flow", "day", null).preset();

        assertThat(manager.presetVersions("flow", "day")).containsExactly(new Preset.Version(1, saved.savedAt(), null));
        assertThat(manager.presetVersions("flow", "night")).isEmpty();
        assertThat(manager.preset("flow", "day", 1)).isEqualTo(saved);
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> manager.preset("flow", "day", 2))
                .withMessage("There is no version '2'; known: 1");
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> manager.preset("flow", "night", 1))
                .withMessage("There is no preset 'night'; known: day");
    }

    @Test
    void aPresetThatCannotBeKeptDoesNotBecomeTheActiveOne() {
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
            public void save(Preset preset) {
                throw new PresetStoreException(preset.flow(), preset.name(), "the disk is full", null);
            }

            @Override
            public boolean delete(String flow, String name) {
                return false;
            }
        });
        broken.register(flow);

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> broken.savePreset("flow", "day", null))
                .withMessage("Preset 'day' of flow 'flow': the disk is full");
        assertThat(broken.topology("flow").activePreset()).isNull();
    }

    @Test
    void ofTwoAppliedAtOnceTheOneWhoseLayoutIsThereIsActive() {
        store.save(new Preset("flow", "first", Map.of("a", FIXED, "b", SINGLE), Instant.EPOCH, null));
        store.save(new Preset("flow", "second", Map.of("b", SINGLE), Instant.EPOCH, null));
        manager.listen(new ChangeListener() {
            @Override
            public void onRecorded(ChangeEntry entry) {
                if ("first".equals(entry.origin().preset())) {
                    manager.applyPreset("flow", "second", OPTIONS);
                }
            }
        });

        manager.applyPreset("flow", "first", OPTIONS);

        assertThat(manager.layout("flow").slots()).isEqualTo(Map.of("b", SINGLE));
        assertThat(topology()).returns("second", Topology::activePreset).returns(false, Topology::drifted);
    }
}
