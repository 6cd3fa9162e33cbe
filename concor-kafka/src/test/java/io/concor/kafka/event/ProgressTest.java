package io.concor.kafka.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.kafka.record.DoneRecord;
import io.concor.kafka.record.ProgressRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What rows of a database say, until a record of the progress says it. */
class ProgressTest {

    private final Progress progress = new Progress();

    private static UncoveredRow row(long id, Long... offsets) {
        return new UncoveredRow(1, id, new DoneRecord(List.of(offsets), List.of(), List.of()));
    }

    private void read(long to) {
        for (long offset = progress.position(); offset < to; offset++) {
            progress.read(offset);
        }
    }

    @Test
    void aRecordCoversTheRowsThatWereAddedBeforeIt() {
        read(10);
        progress.ended(row(1, 0L, 1L));
        progress.ended(row(2, 5L));
        ProgressUpdate update = progress.with(List.of());
        progress.ended(row(3, 2L));

        assertThat(update.covered()).extracting(UncoveredRow::id).containsExactly(1L, 2L);
        assertThat(ProgressRecord.read(update.value()).low()).isEqualTo(2);
        assertThat(progress.uncovered()).isEqualTo(4);
        progress.committed(update);
        assertThat(progress.uncovered()).isEqualTo(1);
        assertThat(progress.low()).isEqualTo(3);
        ProgressUpdate next = progress.with(List.of());
        assertThat(next.covered()).extracting(UncoveredRow::id).containsExactly(3L);
        progress.committed(next);
        assertThat(progress.isUncovered()).isFalse();
        assertThat(progress.records()).isEqualTo(2);
    }

    /** It dies before it has written a record, too. */
    @Test
    void theRowsOfAFormerOwnerAreCoveredByTheNextRecordOfTheNextOne() {
        UncoveredRow left = row(7, 0L, 3L);
        progress.restore(ProgressRecord.none().with(List.of(left.done())), 0, List.of(left), 1);
        read(5);
        assertThat(progress.low()).isEqualTo(1);
        assertThat(progress.pendingBelow(5)).containsExactly(1L, 2L, 4L);
        assertThat(progress.uncovered()).isEqualTo(2);
        assertThat(progress.with(List.of()).covered()).containsExactly(left);
    }

    /** A leader that has missed records writes others in their places, in an epoch of its own. */
    @Test
    void anotherRecordInAPlaceThatWasReadIsKnownByTheEpochOfItsLeader() {
        read(10);
        assertThat(progress.isRewritten(5, 7)).as("the epoch is not known").isFalse();
        progress.passed(12, 7);
        assertThat(progress.isRewritten(5, 7)).isFalse();
        assertThat(progress.isRewritten(5, 8)).isTrue();
        assertThat(progress.isRewritten(12, 8)).as("a place that was not read").isFalse();
    }
}
