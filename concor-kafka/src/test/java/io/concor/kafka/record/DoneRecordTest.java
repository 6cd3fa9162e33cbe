package io.concor.kafka.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class DoneRecordTest {

    private static DoneRecord done(Long... offsets) {
        return new DoneRecord(List.of(offsets), List.of(), List.of());
    }

    @Test
    void readsWhatWasWritten() {
        DoneRecord written = new DoneRecord(
                List.of(1L << 40, 3L, 4L),
                List.of("0-2", "1-7"),
                List.of(new UniqueId("ïd", 1_700_000_000_000L), new UniqueId("other", 0)));
        DoneRecord read = DoneRecord.read(written.write());
        assertThat(read).isEqualTo(written);
        assertThat(read.offsets()).containsExactly(3L, 4L, 1L << 40);
    }

    @Test
    void aBatchTakesFewBytes() {
        DoneRecord batch = new DoneRecord(
                LongStream.range(1_000_000_000, 1_000_000_256).boxed().toList(), List.of(), List.of());
        assertThat(batch.write()).hasSizeLessThan(300);
    }

    @Test
    void refusesWhatALaterVersionHasWrittenAndWhatIsCut() {
        byte[] bytes = done(5L, 6L).write();
        assertThatThrownBy(() -> DoneRecord.read(Arrays.copyOf(bytes, 3))).hasMessageContaining("cut");
        bytes[0] = 9;
        assertThatThrownBy(() -> DoneRecord.read(bytes)).hasMessageContaining("version 9");
    }

    private static ProgressRecord progress() {
        OffsetRuns pending = new OffsetRuns();
        LongStream.range(10, 20).forEach(pending::append);
        return new ProgressRecord(
                20,
                pending,
                Map.of(12L, new KeptTry(FailedTries.NONE, 0)),
                Map.of("key", new KeyHold("0-3", 3)),
                Set.of(25L),
                Uuid.ONE_UUID);
    }

    private static void assertDone(ProgressRecord record) {
        assertThat(record.position()).isEqualTo(20);
        assertThat(record.pending().below(100)).containsExactly(10L, 13L, 14L, 15L, 16L, 17L, 18L, 19L);
        assertThat(record.tries()).isEmpty();
        assertThat(record.holds()).isEmpty();
        assertThat(record.ahead()).containsExactlyInAnyOrder(22L, 25L);
    }

    @Test
    void whatRowsSayIsDoneInTheProgressAlsoIfItIsSaidTwice() {
        DoneRecord first = done(12L, 22L);
        DoneRecord second = new DoneRecord(List.of(11L), List.of("0-3"), List.of());
        ProgressRecord once = progress().with(List.of(second, first));
        assertDone(once);
        assertDone(once.with(List.of(first, second)));
        assertThat(progress().pending().size()).isEqualTo(10); // it is left as it was
    }

    /** Brokers have lost records whose events had ended: other events are put there now. */
    @Test
    void whatLiesBehindTheEndOfTheTopicIsNotDone() {
        ProgressRecord cut = progress().with(List.of(done(22L, 30L))).in(Uuid.ONE_UUID, 25);
        assertThat(cut.ahead()).containsExactly(22L);
    }
}
