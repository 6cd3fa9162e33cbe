package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.layout.Topology;
import org.junit.jupiter.api.Test;

/** The active preset during and after a trial. */
class TrialOfPresetTest extends FlowOnTrial {

    private void tryCalmInsteadOfBusy() {
        manager.savePreset("flow", "calm", null);
        manager.change(put(FIXED));
        manager.savePreset("flow", "busy", null);
        manager.applyPreset("flow", "calm", OPTIONS.revertAfter(FIVE_MINUTES));
    }

    @Test
    void revertRestoresTheEarlierActivePreset() {
        tryCalmInsteadOfBusy();
        assertThat(manager.topology("flow").activePreset()).isEqualTo("calm");

        clock.forward(FIVE_MINUTES);

        await("the restored layout").until(() -> slots().containsKey("a"));
        assertThat(manager.topology("flow"))
                .returns("busy", Topology::activePreset)
                .returns(false, Topology::drifted);
    }

    @Test
    void revertDoesNotRestoreADeletedPreset() {
        tryCalmInsteadOfBusy();
        manager.deletePreset("flow", "busy");
        assertThat(manager.topology("flow").activePreset()).isEqualTo("calm");

        clock.forward(FIVE_MINUTES);

        await("the restored layout").until(() -> trial() == null);
        assertThat(manager.topology("flow"))
                .returns(null, Topology::activePreset)
                .returns(false, Topology::drifted);
    }

    @Test
    void undoRestoresTheEarlierActivePresetEvenIfTheOneOnTrialWasDeleted() {
        tryCalmInsteadOfBusy();
        manager.deletePreset("flow", "calm");
        assertThat(manager.topology("flow").activePreset()).isNull();

        manager.undo(OPTIONS);

        assertThat(manager.topology("flow"))
                .returns("busy", Topology::activePreset)
                .returns(false, Topology::drifted);
    }

    @Test
    void presetSavedDuringTheTrialStaysActiveAfterAnUndo() {
        manager.savePreset("flow", "calm", null);
        manager.change(TRIED);
        manager.savePreset("flow", "tried", null);

        manager.undo(OPTIONS);

        assertThat(manager.topology("flow"))
                .returns("tried", Topology::activePreset)
                .returns(true, Topology::drifted);
    }

    @Test
    void presetThatChangesNothingStartsNoTrialAndIsNotActivated() {
        manager.savePreset("flow", "night", null);
        manager.savePreset("flow", "day", null);

        ChangeResult result = manager.applyPreset("flow", "night", OPTIONS.revertAfter(FIVE_MINUTES));

        assertThat(result.revertsAt()).isNull();
        assertThat(manager.topology("flow").activePreset()).isEqualTo("day");
        manager.applyPreset("flow", "night", OPTIONS);
        assertThat(manager.topology("flow").activePreset()).isEqualTo("night");
    }

    @Test
    void presetOnTrialIsReverted() {
        manager.savePreset("flow", "calm", null);
        manager.change(put(FIXED));

        manager.applyPreset("flow", "calm", OPTIONS.revertAfter(FIVE_MINUTES));
        assertThat(history().get(0).origin()).isEqualTo(new ChangeOrigin(ChangeOrigin.Source.PRESET, null, "calm"));
        clock.forward(FIVE_MINUTES);

        await("the restored layout").until(() -> slots().containsKey("a"));
    }
}
