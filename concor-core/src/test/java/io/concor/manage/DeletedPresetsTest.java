package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeletedPresetsTest {

    private final DeletedPresets deleted = new DeletedPresets();

    @Test
    void tellsThoseOfOneFlowFromThoseOfAnother() {
        deleted.add("one", "day");
        deleted.add("one", "night");
        deleted.seen("one", "night", deleted.last());

        assertThat(deleted.has("one", "day")).isTrue();
        assertThat(deleted.has("one", "night")).isFalse();
        assertThat(deleted.has("other", "day")).isFalse();
    }

    @Test
    void areStillDeletedWhereTheyWereSeenBefore() {
        deleted.add("one", "day");
        long before = deleted.last();
        deleted.add("one", "day");

        deleted.seen("one", "day", before);

        assertThat(deleted.has("one", "day")).isTrue();
    }

    @Test
    void forgetsTheOldestOfMoreThanAThousand() {
        for (int preset = 0; preset <= 1_000; preset++) {
            deleted.add("one", "preset " + preset);
        }

        assertThat(deleted.has("one", "preset 0")).isFalse();
        assertThat(deleted.has("one", "preset 1")).isTrue();
    }
}
