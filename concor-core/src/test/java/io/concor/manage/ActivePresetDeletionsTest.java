package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.manage.ActivePreset.Activation;
import io.concor.preset.Preset;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ActivePresetDeletionsTest {

    private final ActivePreset active = new ActivePreset();

    /** Whether a preset cannot become the active one. */
    private boolean isDeleted(String name) {
        active.activate(Activation.ofSaved(new Preset("flow", name, Map.of(), Instant.EPOCH, null), 1));
        return active.get() == null;
    }

    @Test
    void containAPresetUntilItIsSavedAgain() {
        active.deleted("day");
        active.deleted("night");
        active.exists("night", active.latestDeletion());

        assertThat(isDeleted("day")).isTrue();
        assertThat(isDeleted("night")).isFalse();
    }

    @Test
    void containAPresetThatWasReadBeforeItsDeletion() {
        active.deleted("day");
        long before = active.latestDeletion();
        active.deleted("day");

        active.exists("day", before);

        assertThat(isDeleted("day")).isTrue();
    }

    @Test
    void forgetTheOldestOfMoreThanAThousandDeletions() {
        for (int preset = 0; preset <= 1_000; preset++) {
            active.deleted("preset " + preset);
        }

        assertThat(isDeleted("preset 0")).isFalse();
        assertThat(isDeleted("preset 1")).isTrue();
    }
}
