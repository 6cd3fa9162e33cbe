package io.concor.kafka.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SeenIdsTest {

    private static final long HOUR = 3_600_000;
    private static final int MOST = 800;

    private final SeenIds ids = new SeenIds("a partition", HOUR, MOST);

    @Test
    void forgetsTheOldestWhereIdsAreTooMany() {
        for (int i = 0; i < 100 * MOST; i++) {
            assertThat(ids.add("id-" + i, i)).isTrue();
            assertThat(ids.size()).isLessThanOrEqualTo(MOST);
        }
        for (int i = 100 * MOST - 1; i >= 100 * MOST - MOST * 3 / 4; i--) {
            assertThat(ids.add("id-" + i, 100 * MOST)).isFalse();
        }
        assertThat(ids.add("id-" + 98 * MOST, 100 * MOST)).isTrue();
    }

    @Test
    void remembersAnIdForItsTimeAndForgetsItSoonThen() {
        for (long now = 0; now < 5 * HOUR; now += HOUR / 100) {
            ids.forget(now);
            ids.add("id-" + now, now);
            long before = now - HOUR + HOUR / 100;
            assertThat(before < 0 || !ids.add("id-" + before, now)).isTrue();
        }
        long last = 5 * HOUR;
        assertThat(ids.size()).isBetween(99, 115);
        assertThat(ids.add("id-" + (last - 2 * HOUR), last)).isTrue();
        ids.forget(last + 2 * HOUR);
        assertThat(ids.size()).isZero();
    }

    @Test
    void tellsIdsApart() {
        Random random = new Random(7);
        Set<String> known = new HashSet<>();
        for (int i = 0; i < 3_000 && known.size() < MOST * 7 / 8; i++) {
            String id = "id-" + random.nextInt(2_000);
            assertThat(ids.add(id, i)).isEqualTo(known.add(id));
        }
    }

    @Test
    void aSliceGrowsAndKeepsAll() {
        IdSlice slice = new IdSlice(0);
        Random random = new Random(11);
        Map<Long, Long> hashes = new HashMap<>();
        for (int i = 0; i < 10_000; i++) {
            hashes.put(random.nextLong(), (long) random.nextInt(500));
        }
        hashes.forEach((high, low) -> {
            assertThat(slice.contains(high, low)).isFalse();
            slice.add(high, low, 1);
        });
        assertThat(slice.size()).isEqualTo(hashes.size());
        hashes.forEach((high, low) -> assertThat(slice.contains(high, low)).isTrue());
        assertThat(slice.contains(1, 2)).isFalse();
    }
}
