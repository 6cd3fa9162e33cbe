package io.concor.kafka.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProgressRecordTest {

    private static OffsetRuns runs(long... offsets) {
        OffsetRuns runs = new OffsetRuns();
        Arrays.stream(offsets).forEach(runs::append);
        return runs;
    }

    private static boolean isSame(OffsetRuns one, OffsetRuns other) {
        return one.all().equals(other.all()) && one.size() == other.size();
    }

    @Test
    void readsWhatWasWritten() {
        ProgressRecord written = new ProgressRecord(
                1L << 40,
                runs(3, 4, 5, 9, 1_000_000),
                Map.of(9L, new KeptTry(new FailedTries(3, 1_700_000_000_000L, 1_800_000_000_000L), Long.MAX_VALUE)),
                Map.of("kéy", new KeyHold("0-2", 2)),
                Set.of((1L << 40) + 7),
                Uuid.randomUuid(),
                new BegunAttempts(-7, 1L << 41, Set.of(4L), runs(4, 5, 9), Map.of(4L, 2)),
                12);
        ProgressRecord read = ProgressRecord.read(written.write());
        assertThat(read.position()).isEqualTo(written.position());
        assertThat(isSame(read.pending(), written.pending())).isTrue();
        assertThat(read.tries()).isEqualTo(written.tries());
        assertThat(read.holds()).isEqualTo(written.holds());
        assertThat(read.ahead()).isEqualTo(written.ahead());
        assertThat(read.topic()).isEqualTo(written.topic());
        assertThat(read.leaderEpoch()).isEqualTo(12);
        assertThat(read.begun().owner()).isEqualTo(-7);
        assertThat(read.begun().to()).isEqualTo(1L << 41);
        assertThat(read.begun().again()).containsExactly(4L);
        assertThat(read.begun().more()).containsExactly(Map.entry(4L, 2));
        assertThat(isSame(read.begun().once(), written.begun().once())).isTrue();
        assertThat(read.low()).isEqualTo(3);
    }

    private static ProgressRecord of(@Nullable Uuid topic) {
        return new ProgressRecord(100, runs(10, 50, 51, 52, 60), Map.of(), Map.of(), Set.of(107L), topic);
    }

    /** Brokers have lost what they had acknowledged: what is put there now was never read. */
    @Test
    void whatLiesBehindTheEndOfACutTopicIsNotDone() {
        Uuid topic = Uuid.randomUuid();
        ProgressRecord cut = of(topic).in(topic, 52);
        assertThat(cut.position()).isEqualTo(52);
        assertThat(isSame(cut.pending(), runs(10, 50, 51))).isTrue();
        assertThat(cut.ahead()).isEmpty();
        ProgressRecord whole = of(topic).in(topic, 108);
        assertThat(whole.position()).isEqualTo(100);
        assertThat(isSame(whole.pending(), of(topic).pending())).isTrue();
        assertThat(whole.ahead()).containsExactly(107L);
    }

    @Test
    void nothingIsDoneOfATopicThatHasFollowedAnotherOne() {
        Uuid present = Uuid.randomUuid();
        ProgressRecord anew = of(Uuid.randomUuid()).in(present, 1_000);
        assertThat(anew.position()).isZero();
        assertThat(anew.topic()).isEqualTo(present);
        assertThat(of(null).in(present, 1_000).position()).isEqualTo(100);
        assertThat(of(null).in(present, 99).position()).isZero();
    }

    @Test
    void aRunOfOffsetsTakesFewBytes() {
        OffsetRuns runs = new OffsetRuns();
        LongStream.range(1_000_000, 2_000_000).forEach(runs::append);
        assertThat(new ProgressRecord(2_000_000, runs, Map.of(), Map.of(), Set.of(), null).write())
                .hasSizeLessThan(20);
    }

    @Test
    void refusesWhatALaterVersionHasWritten() {
        byte[] bytes = ProgressRecord.none().write();
        bytes[0] = 9;
        assertThatThrownBy(() -> ProgressRecord.read(bytes)).hasMessageContaining("version 9");
    }

    @Test
    void holdsTheSameOffsetsAsASet() {
        Random random = new Random(7);
        OffsetRuns runs = new OffsetRuns();
        TreeSet<Long> set = new TreeSet<>();
        long next = 0;
        for (int i = 0; i < 20_000; i++) {
            if (random.nextInt(3) > 0) {
                next += random.nextInt(4) == 0 ? 2 : 1;
                runs.append(next);
                set.add(next);
            } else {
                long some = random.nextLong(next + 1);
                assertThat(runs.remove(some)).isEqualTo(set.remove(some));
            }
            if (i % 1_000 == 0) {
                long below = random.nextLong(next + 1) / 4;
                runs.removeBelow(below);
                set.headSet(below).clear();
            }
            assertThat(runs.size()).isEqualTo(set.size());
            assertThat(runs.first(-1)).isEqualTo(set.isEmpty() ? -1 : set.first());
            assertThat(runs.contains(next)).isEqualTo(set.contains(next));
        }
    }
}
