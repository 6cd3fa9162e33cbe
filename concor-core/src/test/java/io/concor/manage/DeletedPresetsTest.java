package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeletedPresetsTest {

    private final DeletedPresets deleted = new DeletedPresets();

    @Test
    void containsAPresetUntilItIsSavedAgain() {
        deleted.add("day");
        deleted.add("night");
        deleted.removeUnlessAfter(deleted.latest(), "night");

        assertThat(deleted.contains("day")).isTrue();
        assertThat(deleted.contains("night")).isFalse();
    }

    @Test
    void containsAPresetThatWasReadBeforeItsDeletion() {
        deleted.add("day");
        long before = deleted.latest();
        deleted.add("day");

        deleted.removeUnlessAfter(before, "day");

        assertThat(deleted.contains("day")).isTrue();
    }

    @Test
    void forgetsTheOldestOfMoreThanAThousandDeletions() {
        for (int preset = 0; preset <= 1_000; preset++) {
            deleted.add("preset " + preset);
        }

        assertThat(deleted.contains("preset 0")).isFalse();
        assertThat(deleted.contains("preset 1")).isTrue();
    }
}
