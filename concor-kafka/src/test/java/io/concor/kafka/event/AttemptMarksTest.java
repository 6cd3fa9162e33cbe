package io.concor.kafka.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.kafka.record.FailedTries;
import io.concor.kafka.record.KeptTry;
import io.concor.kafka.record.ProgressRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An attempt is counted before it runs: of what a process dies is known to the next owner. */
class AttemptMarksTest {

    private static final long FIRST = 11;
    private static final long SECOND = 22;
    private static final long THIRD = 33;

    private Progress progress = new Progress();
    private ProgressRecord last = ProgressRecord.none();

    /** Another process takes the partition over, by the last record that was committed. */
    private void taken(long owner, long end) {
        progress = new Progress();
        progress.restore(last, 0, List.of(), owner);
        for (long offset = 0; offset < end; offset++) {
            progress.read(offset);
        }
    }

    private void write(ProgressChange... changes) {
        ProgressUpdate update = progress.with(List.of(changes));
        progress.committed(update);
        last = ProgressRecord.read(update.value());
    }

    private static ProgressChange done(long offset) {
        return ProgressChange.done(offset, null);
    }

    @Test
    void nothingBeginsBeforeARecordSaysThatItMay() {
        taken(FIRST, 10);
        assertThat(progress.needsRecord()).isTrue();
        assertThat(progress.begins(0)).isFalse();
        assertThat(progress.isAwaited()).isTrue();
        write();
        assertThat(progress.isAwaited()).isFalse();
        assertThat(progress.begins(0)).isTrue();
        assertThat(progress.begins(5)).isTrue();
    }

    /** Events that come one by one need no record of their own. */
    @Test
    void theMarkRunsAhead() {
        taken(FIRST, 1_000);
        write();
        assertThat(progress.begins(100)).isTrue();
        assertThat(progress.begins(255)).isTrue();
        assertThat(progress.needsRecord()).isTrue();
        assertThat(progress.begins(300)).isFalse();
        write();
        assertThat(progress.begins(300)).isTrue();
    }

    @Test
    void whatALostOwnerMayHaveHadInHandCountsOnceMore() {
        taken(FIRST, 3);
        write();
        assertThat(progress.begins(1)).isTrue();
        write(done(0));
        taken(SECOND, 400);
        assertThat(progress.lost(1)).isEqualTo(1);
        assertThat(progress.lost(0)).isZero();
        assertThat(progress.lost(399)).as("behind the mark").isZero();
    }

    /** Also what it has read after its last record. */
    @Test
    void anEventThatCameAfterTheLastRecordCountsToo() {
        taken(FIRST, 0);
        write();
        progress.read(0);
        assertThat(progress.begins(0)).isTrue();
        taken(SECOND, 1);
        assertThat(progress.lost(0)).isEqualTo(1);
    }

    /** Else all that waits would be given up with the one of which processes die. */
    @Test
    void whatWasNotBegunAgainDoesNotCountAgain() {
        taken(FIRST, 3);
        write();
        progress.begins(0);
        taken(SECOND, 3);
        write();
        assertThat(progress.begins(2)).as("it is not written").isFalse();
        write();
        assertThat(progress.begins(2)).isTrue();
        taken(THIRD, 3);
        assertThat(progress.lost(2)).isEqualTo(2);
        assertThat(progress.lost(1)).isEqualTo(1);
        assertThat(progress.lost(0)).isEqualTo(1);
    }

    @Test
    void whatHasGoneBackDoesNotCount() {
        taken(FIRST, 1);
        write();
        progress.begins(0);
        taken(SECOND, 1);
        progress.begins(0);
        write();
        assertThat(progress.begins(0)).isTrue();
        progress.returned(0);
        write();
        taken(THIRD, 1);
        assertThat(progress.lost(0)).isEqualTo(1);
    }

    @Test
    void anOwnerThatLeavesInOrderHasLostNothing() {
        taken(FIRST, 1);
        write();
        assertThat(progress.begins(0)).isTrue();
        assertThat(progress.needsLastRecord()).isFalse();
        progress.leave();
        assertThat(progress.needsLastRecord()).isTrue();
        write();
        assertThat(progress.needsLastRecord()).isFalse();
        taken(SECOND, 1);
        assertThat(progress.lost(0)).isZero();
    }

    /** As after a commit whose answer was lost. */
    @Test
    void anOwnerThatTakesItsPartitionAnewHasLostNothing() {
        taken(FIRST, 1);
        write();
        assertThat(progress.begins(0)).isTrue();
        taken(FIRST, 1);
        assertThat(progress.lost(0)).isZero();
    }

    @Test
    void anEventThatHasFailedWasNotLost() {
        taken(FIRST, 1);
        write();
        progress.begins(0);
        taken(SECOND, 1);
        write(ProgressChange.kept(0, new KeptTry(new FailedTries(2, 1, 1), 1)));
        assertThat(progress.lost(0)).isZero();
    }
}
