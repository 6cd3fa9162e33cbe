package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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

        Preset saved = presets().save("day", "measured").preset();

        assertThat(saved)
                .returns("flow", Preset::flow)
                .returns("day", Preset::name)
                .returns(Map.of("b", SINGLE), Preset::slots)
                .returns("measured", Preset::reason);
        assertThat(saved.savedAt()).isBetween(before, Instant.now());
        assertThat(presets().find("day")).isEqualTo(saved);
        assertThat(presets().names()).containsExactly("day");
        assertThat(topology()).returns("day", Topology::activePreset).returns(false, Topology::drifted);
    }

    @Test
    void rejectsAnInvalidName() {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> presets().save("../day", null))
                .returns("preset", InvalidSettingException::field);
        assertThat(presets().names()).isEmpty();
        assertThat(topology().activePreset()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "None", "NONE"})
    void rejectsTheNameThatMeansNoPreset(String name) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> presets().save(name, null))
                .returns("preset", InvalidSettingException::field)
                .returns(
                        "'" + name + "' means no preset where the active preset of a flow is configured",
                        InvalidSettingException::reason);

        assertThat(presets().names()).isEmpty();
        assertThat(topology().activePreset()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"ｃａｌｍ, calm", "calm２, calm2", "calm², calm2", "oﬃce, office", "ⅳ, iv", "ｶﾑ, カム"})
    void rejectsANewNameThatLooksLikeAnotherOne(String name, String alike) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> presets().save(name, null))
                .returns("preset", InvalidSettingException::field)
                .returns(
                        "'" + name + "' contains characters that look like those of '" + alike + "'",
                        InvalidSettingException::reason)
                .returns(NameRules.ALLOWED + ", all in Unicode's form NFKC", InvalidSettingException::allowed);

        assertThat(presets().names()).isEmpty();
        presets().save(alike, null);
        assertThat(presets().names()).containsExactly(alike);
    }

    @Test
    void acceptsTheLettersOfAllLanguagesInTheirUsualForm() {
        presets().save("Übung", null);
        presets().save("漢字", null);

        assertThat(presets().names()).containsExactlyInAnyOrder("Übung", "漢字");
    }

    /** Such as one from a store that was filled before, or by other means. */
    @Test
    void replacesAndDeletesAPresetWhoseNameLooksLikeAnotherOne() {
        store.save(new Preset("flow", "ｄａｙ", Map.of(), Instant.now(), null));

        presets().save("ｄａｙ", null);
        assertThat(presets().find("ｄａｙ").slots()).containsKey("b");
        presets().delete("ｄａｙ");
        assertThat(presets().names()).isEmpty();
    }

    @Test
    void rejectsANewNameThatDiffersFromAnotherOnlyInCase() {
        Preset kept = presets().save("day One", null).preset();
        manager.change(ChangeRequest.put("flow", "a", FIXED));

        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> presets().save("Day one", null))
                .returns("preset", InvalidSettingException::field)
                .withMessageContaining("'Day one' differs from 'day One' only in case");

        assertThat(presets().names()).containsExactly("day One");
        assertThat(presets().find("day One")).isEqualTo(kept);
        assertThat(presets().active()).contains(kept);
        presets().delete("day One");
        presets().save("Day one", null);
        assertThat(presets().names()).containsExactly("Day one");
    }

    @Test
    void savesUnderAnExistingNameEvenIfAnotherDiffersOnlyInCase() {
        store.save(new Preset("flow", "day", Map.of(), Instant.EPOCH, null));
        store.save(new Preset("flow", "DAY", Map.of(), Instant.EPOCH, null));

        presets().save("day", "again");

        assertThat(presets().find("day").reason()).isEqualTo("again");
        assertThat(presets().find("DAY").reason()).isNull();
    }

    @Test
    void appliesAPresetInOneChange() {
        presets().save("day", null);
        manager.change(ChangeRequest.layout("flow", Map.of("a", SINGLE)));
        presets().save("night", null);

        ChangeResult result = presets().apply("day", OPTIONS);

        assertThat(result.slots())
                .containsExactly(new SlotChange("a", SINGLE, null), new SlotChange("b", null, SINGLE));
        assertThat(manager.flow("flow").layout()).isEqualTo(new Layout(3, Map.of("b", SINGLE)));
        assertThat(topology()).returns("day", Topology::activePreset).returns(false, Topology::drifted);
    }

    @Test
    void dryRunChangesNeitherTheLayoutNorTheActivePreset() {
        presets().save("day", null);
        manager.change(ChangeRequest.put("flow", "a", FIXED));
        presets().save("night", null);

        ChangeResult result = presets().apply("day", OPTIONS.dryRun(true));

        assertThat(result.slots()).containsExactly(new SlotChange("a", FIXED, null));
        assertThat(manager.flow("flow").layout().version()).isEqualTo(2);
        assertThat(topology().activePreset()).isEqualTo("night");
    }

    @Test
    void applyingChecksTheExpectedVersion() {
        presets().save("day", null);
        manager.change(ChangeRequest.put("flow", "a", FIXED));

        assertThatExceptionOfType(VersionConflictException.class)
                .isThrownBy(() -> presets().apply("day", OPTIONS.expectedVersion(1L)));
        assertThat(manager.flow("flow").layout().version()).isEqualTo(2);
    }

    @Test
    void rejectsAPresetThatDoesNotFitTheFlow() {
        store.save(new Preset("flow", "old", Map.of("b", SINGLE, "gone", SINGLE), Instant.EPOCH, null));
        store.save(new Preset("flow", "unsafe", Map.of("b", FIXED), Instant.EPOCH, null));

        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> presets().apply("old", OPTIONS))
                .withMessage("There is no slot 'gone'; known: a, b");
        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> presets().apply("unsafe", OPTIONS))
                .returns("b", InvalidLayoutException::slot);
        assertThat(manager.flow("flow").layout()).isEqualTo(new Layout(1, Map.of("b", SINGLE)));
        assertThat(topology().activePreset()).isNull();
    }

    @Test
    void deletesAPreset() {
        presets().save("day", null);

        presets().delete("day");

        assertThat(presets().names()).isEmpty();
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> presets().delete("day"))
                .returns("preset", UnknownNameException::what);
    }

    @Test
    void rejectsAnUnknownPresetIfThereAreNone() {
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> presets().find("noon"))
                .withMessage("There is no preset 'noon'; there is none at all");
    }

    @Test
    void rejectsAnUnknownPresetAndListsTheKnownOnes() {
        presets().save("day", null);
        presets().save("night", null);

        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> presets().find("noon"))
                .returns("preset", UnknownNameException::what)
                .returns("noon", UnknownNameException::name)
                .withMessage("There is no preset 'noon'; known: day, night");
    }

    @Test
    void savedPresetMentionsEmptySlots() {
        assertThat(presets().save("day", null).preset().mentioned()).containsExactly("a", "b");
    }

    @Test
    void fillsSlotsByKindIfThePresetLeavesThemToTheKind() {
        store.save(byKind("a", "b"));
        manager.change(ChangeRequest.layout("flow", Map.of("a", SINGLE)));

        presets().apply("kinds", OPTIONS);

        assertThat(manager.flow("flow").layout().slots()).isEqualTo(Map.of("b", SINGLE));
        assertThat(topology()).returns("kinds", Topology::activePreset).returns(false, Topology::drifted);
    }

    @Test
    void rejectsAnUnknownSlotLeftToTheKind() {
        store.save(byKind("b", "gone"));

        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> presets().apply("kinds", OPTIONS))
                .withMessage("There is no slot 'gone'; known: a, b");
        assertThat(manager.flow("flow").history(10))
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

        presets().applyKnownSlots(presets().find("old"), OPTIONS);

        assertThat(manager.flow("flow").layout().slots()).isEqualTo(Map.of("a", FIXED, "b", SINGLE));
        assertThat(topology()).returns("old", Topology::activePreset).returns(true, Topology::drifted);
    }

    @Test
    void refusesAPresetOfAnotherFlow() {
        Preset other = new Preset("other", "day", Map.of("a", FIXED), Set.of(), Set.of(), Instant.EPOCH, null);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> presets().apply(other, OPTIONS))
                .withMessage("Flow 'flow': the preset is one of flow 'other'");
        assertThat(manager.flow("flow").layout().slots()).isEqualTo(Map.of("b", SINGLE));
    }

    @Test
    void hasOneVersionOfAPresetIfTheStoreKeepsNoHistory() {
        Preset saved = presets().save("day", null).preset();

        assertThat(presets().versions("day")).containsExactly(new Preset.Version(1, saved.savedAt(), null));
        assertThat(presets().versions("night")).isEmpty();
        assertThat(presets().find("day", 1)).isEqualTo(saved);
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> presets().find("day", 2))
                .withMessage("There is no version '2'; known: 1");
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> presets().find("night", 1))
                .withMessage("There is no preset 'night'; known: day");
    }
}
