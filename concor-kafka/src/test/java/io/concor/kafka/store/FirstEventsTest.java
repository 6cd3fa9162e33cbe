package io.concor.kafka.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Which events are read to know how long the first of a queue has waited. */
class FirstEventsTest {

    private static final TopicPartition PARTITION = new TopicPartition("concor.flow.slot", 0);

    private final FirstEvents firsts = new FirstEvents();
    private long seconds;

    private Map<TopicPartition, Long> toRead(boolean owned, long low, long end) {
        seconds += 5;
        QueueOffsets offsets = new QueueOffsets(
                Map.of(PARTITION, new OffsetAndMetadata(low)), Map.of(PARTITION, 0L), Map.of(PARTITION, end));
        return firsts.toRead(offsets, partition -> owned, now());
    }

    private long now() {
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    private void read(long place, long putAt) {
        firsts.read(Map.of(PARTITION, place), Map.of(PARTITION, putAt), now());
    }

    @Test
    void ofItsOwnPartitionsAProcessReadsTheFirstOneAsOftenAsItIsAnother() {
        assertThat(toRead(true, 3, 4)).containsEntry(PARTITION, 3L);
        read(3, 1_000);
        assertThat(firsts.oldestAt()).isEqualTo(1_000);
        assertThat(toRead(true, 3, 9)).isEmpty();
        assertThat(toRead(true, 9, 10)).containsEntry(PARTITION, 9L);
        firsts.read(Map.of(PARTITION, 9L), Map.of(), now());
        assertThat(firsts.oldestAt()).as("it could not be read").isEqualTo(Long.MAX_VALUE);
        assertThat(toRead(true, 10, 10)).isEmpty();
    }

    @Test
    void ofOthersItReadsOnceWhatHasWaitedForAWhile() {
        assertThat(toRead(false, 3, 9)).isEmpty();
        assertThat(toRead(false, 3, 9)).containsEntry(PARTITION, 3L);
        read(3, 1_000);
        for (int i = 0; i < 10; i++) {
            assertThat(toRead(false, 3, 20 + i)).isEmpty();
        }
        assertThat(firsts.oldestAt()).isEqualTo(1_000);
    }

    @Test
    void ofOthersItReadsABacklogThatMovesHalfAMinuteLater() {
        toRead(false, 3, 100);
        assertThat(toRead(false, 3, 100)).isNotEmpty();
        read(3, 1_000);
        for (int i = 1; i < 6; i++) {
            assertThat(toRead(false, 3 + i, 100 + i)).isEmpty();
        }
        assertThat(toRead(false, 10, 110)).containsEntry(PARTITION, 10L);
    }

    @Test
    void ofOthersItReadsNothingThatHasJustCome() {
        toRead(false, 3, 9);
        toRead(false, 3, 9);
        read(3, 1_000);
        assertThat(toRead(false, 9, 12)).isEmpty();
        assertThat(firsts.oldestAt()).as("that is done").isEqualTo(Long.MAX_VALUE);
        assertThat(toRead(false, 12, 15)).isEmpty();
    }
}
