package io.concor.queues.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queues.row.LaneRow;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LaneShareTest {

    private static final TreeSet<String> THREE = new TreeSet<>(List.of("a", "b", "c"));

    private static List<LaneRow> lanes(int queue, @Nullable String... owners) {
        return IntStream.range(0, owners.length)
                .mapToObj(lane -> new LaneRow(queue, lane, owners[lane], 1, 0))
                .toList();
    }

    private static @Nullable String[] none(int count) {
        return new @Nullable String[count];
    }

    @Test
    void takesAllLanesWhenAlone() {
        LaneShare share = LaneShare.of("a", false, new TreeSet<>(List.of("a")), lanes(1, none(16)));
        assertThat(share.take()).hasSize(16);
        assertThat(share.surplus()).isEmpty();
    }

    @Test
    void takesAnEvenShare() {
        int sum = 0;
        for (String consumer : THREE) {
            int share = LaneShare.of(consumer, false, THREE, lanes(1, none(16)))
                    .take()
                    .size();
            assertThat(share).isBetween(5, 6);
            sum += share;
        }
        assertThat(sum).isEqualTo(16);
    }

    @Test
    void spreadsTheRestOverConsumersByQueue() {
        assertThat(IntStream.range(0, 3)
                        .mapToObj(queue -> LaneShare.of("a", false, THREE, lanes(queue, none(16)))
                                .take()
                                .size())
                        .toList())
                .contains(5, 6);
    }

    @Test
    void leavesASurplus() {
        LaneShare share = LaneShare.of("a", false, new TreeSet<>(List.of("a", "b")), lanes(1, "a", "a", "a", "a"));
        assertThat(share.surplus()).extracting(LaneRow::lane).containsExactly(2, 3);
        assertThat(share.take()).isEmpty();
    }

    @Test
    void takesNothingThatOthersOwn() {
        LaneShare share = LaneShare.of("a", false, new TreeSet<>(List.of("a", "b")), lanes(1, "b", "b", "b", null));
        assertThat(share.take()).extracting(LaneRow::lane).containsExactly(3);
    }

    @Test
    void takesAllLanesTogetherOrNone() {
        assertThat(LaneShare.of("a", true, THREE, lanes(1, none(4))).take()).hasSize(4);
        LaneShare other = LaneShare.of("a", true, THREE, lanes(1, "b", "a", null, null));
        assertThat(other.take()).isEmpty();
        assertThat(other.surplus()).extracting(LaneRow::lane).containsExactly(1);
    }
}
