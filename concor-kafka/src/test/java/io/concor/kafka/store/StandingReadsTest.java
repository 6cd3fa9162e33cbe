package io.concor.kafka.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Which transactions are taken for those of dead processes. */
class StandingReadsTest {

    private static final TopicPartition PARTITION = new TopicPartition("concor.flow.slot", 0);

    private final StandingReads reads = new StandingReads();

    private List<TopicPartition> look(long readable, long end, long millis) {
        return reads.look(Map.of(PARTITION, readable), Map.of(PARTITION, end), nanos(millis));
    }

    private static long nanos(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void whatCannotBeReadForLongIsStuck() {
        assertThat(look(3, 5, 0)).isEmpty();
        assertThat(look(3, 6, 2_000)).isEmpty();
        assertThat(look(3, 7, 2_001)).containsExactly(PARTITION);
    }

    @Test
    void transactionsThatFollowEachOtherAreNot() {
        for (int i = 0; i < 10; i++) {
            assertThat(look(i, i + 2, 1_000L * i)).isEmpty();
        }
        assertThat(look(20, 20, 10_000)).isEmpty();
        assertThat(reads.isDue(nanos(100_000))).isFalse();
    }

    @Test
    void whatStandsForASecondIsLookedAtAgainAtOnce() {
        look(3, 5, 0);
        assertThat(reads.isDue(nanos(999))).isFalse();
        assertThat(reads.isDue(nanos(1_000))).isTrue();
    }

    @Test
    void aPartitionThatHasGoneToAnotherProcessIsForgotten() {
        look(3, 5, 0);
        assertThat(reads.look(Map.of(), Map.of(PARTITION, 5L), nanos(3_000))).isEmpty();
        assertThat(look(3, 5, 4_000)).isEmpty();
    }
}
