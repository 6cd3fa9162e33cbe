package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.InvalidLayoutException;
import io.concor.InvalidSettingException;
import io.concor.NameRules;
import io.concor.layout.Layout;
import io.concor.layout.Topology;
import io.concor.manage.ChangeResult.SlotChange;
import io.concor.preset.Preset;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Saving, applying and deleting presets. */
class ManagerPresetsTest extends FlowWithPresets {

    @Test
    void savesTheLayoutAsTheActivePreset() {
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
    void rejectsAnInvalidName() {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> manager.savePreset("flow", "../day", null))
                .returns("preset", InvalidSettingException::field);
        assertThat(manager.presets("flow")).isEmpty();
        assertThat(topology().activePreset()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "None", "NONE"})
    void rejectsTheNameThatMeansNoPreset(String name) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> manager.savePreset("flow", name, null))
                .returns("preset", InvalidSettingException::field)
                .returns(
                        "'" + name + "' means no preset where the active preset of a flow is configured",
                        InvalidSettingException::reason);

        assertThat(manager.presets("flow")).isEmpty();
        assertThat(topology().activePreset()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"ｃａｌｍ, calm", "calm２, calm2", "calm², calm2", "oﬃce, office", "ⅳ, iv", "ｶﾑ, カム"})
    void rejectsANewNameThatLooksLikeAnotherOne(String name, String alike) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> manager.savePreset("flow", name, null))
                .returns("preset", InvalidSettingException::field)
                .returns(
                        "'" + name + "' contains characters that look like those of '" + alike + "'",
                        InvalidSettingException::reason)
                .returns(NameRules.ALLOWED + ", all in Unicode's form NFKC", InvalidSettingException::allowed);

        assertThat(manager.presets("flow")).isEmpty();
        manager.savePreset("flow", alike, null);
        assertThat(manager.presets("flow")).containsExactly(alike);
    }

    @Test
    void acceptsTheLettersOfAllLanguagesInTheirUsualForm() {
        manager.savePreset("flow", "Übung", null);
        manager.savePreset("flow", "漢字", null);

        assertThat(manager.presets("flow")).containsExactlyInAnyOrder("Übung", "漢字");
    }

    /** Such as one from a store that was filled before, or by other means. */
    @Test
    void replacesAndDeletesAPresetWhoseNameLooksLikeAnotherOne() {
        store.save(new Preset("flow", "ｄａｙ", Map.of(), Instant.now(), null));

        manager.savePreset("flow", "ｄａｙ", null);
        assertThat(manager.preset("flow", "ｄａｙ").slots()).containsKey("b");
        manager.deletePreset("flow", "ｄａｙ");
        assertThat(manager.presets("flow")).isEmpty();
    }

    @Test
    void rejectsANewNameThatDiffersFromAnotherOnlyInCase() {
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
    void savesUnderAnExistingNameEvenIfAnotherDiffersOnlyInCase() {
        store.save(new Preset("flow", "day", Map.of(), Instant.EPOCH, null));
        store.save(new Preset("flow", "DAY", Map.of(), Instant.EPOCH, null));

        manager.savePreset("flow", "day", "again");

        assertThat(manager.preset("flow", "day").reason()).isEqualTo("again");
        assertThat(manager.preset("flow", "DAY").reason()).isNull();
    }

    @Test
    void appliesAPresetInOneChange() {
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
    void dryRunChangesNeitherTheLayoutNorTheActivePreset() {
        manager.savePreset("flow", "day", null);
        manager.change(ChangeRequest.put("flow", "a", FIXED));
        manager.savePreset("flow", "night", null);

        ChangeResult result = manager.applyPreset("flow", "day", OPTIONS.dryRun(true));

        assertThat(result.slots()).containsExactly(new SlotChange("a", FIXED, null));
        assertThat(manager.layout("flow").version()).isEqualTo(2);
        assertThat(topology().activePreset()).isEqualTo("night");
    }

    @Test
    void applyingChecksTheExpectedVersion() {
        manager.savePreset("flow", "day", null);
        manager.change(ChangeRequest.put("flow", "a", FIXED));

        assertThatExceptionOfType(VersionConflictException.class)
                .isThrownBy(() -> manager.applyPreset("flow", "day", OPTIONS.expectedVersion(1L)));
        assertThat(manager.layout("flow").version()).isEqualTo(2);
    }

    @Test
    void rejectsAPresetThatDoesNotFitTheFlow() {
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
    void deletesAPreset() {
        manager.savePreset("flow", "day", null);

        manager.deletePreset("flow", "day");

        assertThat(manager.presets("flow")).isEmpty();
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> manager.deletePreset("flow", "day"))
                .returns("preset", UnknownNameException::what);
    }

    @Test
    void rejectsAnUnknownPresetIfThereAreNone() {
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> manager.preset("flow", "noon"))
                .withMessage("There is no preset 'noon'; there is none at all");
    }

    @Test
    void rejectsAnUnknownPresetAndListsTheKnownOnes() {
        manager.savePreset("flow", "day", null);
        manager.savePreset("flow", "night", null);

        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> manager.preset("flow", "noon"))
                .returns("preset", UnknownNameException::what)
                .returns("noon", UnknownNameException::name)
                .withMessage("There is no preset 'noon'; known: day, night");
    }

    @Test
    void savedPresetMentionsEmptySlots() {
        assertThat(manager.savePreset("flow", "day", null).preset().mentioned()).containsExactly("a", "b");
    }

    @Test
    void fillsSlotsByKindIfThePresetLeavesThemToTheKind() {
        store.save(byKind("a", "b"));
        manager.change(ChangeRequest.layout("flow", Map.of("a", SINGLE)));

        manager.applyPreset("flow", "kinds", OPTIONS);

        assertThat(manager.layout("flow").slots()).isEqualTo(Map.of("b", SINGLE));
        assertThat(topology()).returns("kinds", Topology::activePreset).returns(false, Topology::drifted);
    }

    @Test
    void rejectsAnUnknownSlotLeftToTheKind() {
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
    void appliesOnlyKnownSlotsOnRequest() {
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
    void hasOneVersionOfAPresetIfTheStoreKeepsNoHistory() {
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
}
