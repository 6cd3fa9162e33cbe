package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.layout.Topology;
import org.junit.jupiter.api.Test;

/** The active preset during and after a trial. */
class TrialOfPresetTest extends FlowOnTrial {

    private void tryCalmInsteadOfBusy() {
        manager.flow("flow").presets().save("calm", null);
        manager.change(put(FIXED));
        manager.flow("flow").presets().save("busy", null);
        manager.flow("flow").presets().apply("calm", OPTIONS.revertAfter(FIVE_MINUTES));
    }

    @Test
    void revertRestoresTheEarlierActivePreset() {
        tryCalmInsteadOfBusy();
        assertThat(manager.flow("flow").topology().activePreset()).isEqualTo("calm");

        clock.forward(FIVE_MINUTES);

        await("the restored layout").until(() -> slots().containsKey("a"));
        assertThat(manager.flow("flow").topology())
                .returns("busy", Topology::activePreset)
                .returns(false, Topology::drifted);
    }

    @Test
    void revertDoesNotRestoreADeletedPreset() {
        tryCalmInsteadOfBusy();
        manager.flow("flow").presets().delete("busy");
        assertThat(manager.flow("flow").topology().activePreset()).isEqualTo("calm");

        clock.forward(FIVE_MINUTES);

        await("the restored layout").until(() -> trial() == null);
        assertThat(manager.flow("flow").topology())
                .returns(null, Topology::activePreset)
                .returns(false, Topology::drifted);
    }

    @Test
    void undoRestoresTheEarlierActivePresetEvenIfTheOneOnTrialWasDeleted() {
        tryCalmInsteadOfBusy();
        manager.flow("flow").presets().delete("calm");
        assertThat(manager.flow("flow").topology().activePreset()).isNull();

        manager.undo(OPTIONS);

        assertThat(manager.flow("flow").topology())
                .returns("busy", Topology::activePreset)
                .returns(false, Topology::drifted);
    }

    @Test
    void presetSavedDuringTheTrialStaysActiveAfterAnUndo() {
        manager.flow("flow").presets().save("calm", null);
        manager.change(TRIED);
        manager.flow("flow").presets().save("tried", null);

        manager.undo(OPTIONS);

        assertThat(manager.flow("flow").topology())
                .returns("tried", Topology::activePreset)
                .returns(true, Topology::drifted);
    }

    @Test
    void presetThatChangesNothingStartsNoTrialAndIsNotActivated() {
        manager.flow("flow").presets().save("night", null);
        manager.flow("flow").presets().save("day", null);

        ChangeResult result = manager.flow("flow").presets().apply("night", OPTIONS.revertAfter(FIVE_MINUTES));

        assertThat(result.revertsAt()).isNull();
        assertThat(manager.flow("flow").topology().activePreset()).isEqualTo("day");
        manager.flow("flow").presets().apply("night", OPTIONS);
        assertThat(manager.flow("flow").topology().activePreset()).isEqualTo("night");
    }

    @Test
    void presetOnTrialIsReverted() {
        manager.flow("flow").presets().save("calm", null);
        manager.change(put(FIXED));

        manager.flow("flow").presets().apply("calm", OPTIONS.revertAfter(FIVE_MINUTES));
        assertThat(history().get(0).origin()).isEqualTo(new ChangeOrigin(ChangeOrigin.Source.PRESET, null, "calm"));
        clock.forward(FIVE_MINUTES);

        await("the restored layout").until(() -> slots().containsKey("a"));
    }
}
