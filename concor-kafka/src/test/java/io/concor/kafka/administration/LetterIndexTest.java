package io.concor.kafka.administration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.FailedTries;
import io.concor.kafka.record.LetterRecord;
import io.concor.kafka.record.RecordCodec;
import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.row.RowFailure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class LetterIndexTest {

    private static final int MOST = 10;
    private final LetterIndex.Budget budget = new LetterIndex.Budget(MOST, 4);
    private final LetterIndex index = new LetterIndex(budget);

    private static ConsumerRecord<byte[], byte[]> record(long place, ProducerRecord<byte[], byte[]> put) {
        return new ConsumerRecord<>(
                "letters",
                0,
                place,
                0,
                TimestampType.CREATE_TIME,
                0,
                0,
                put.key(),
                put.value(),
                put.headers(),
                Optional.empty());
    }

    private static ConsumerRecord<byte[], byte[]> letter(long place, int number, int size) {
        EventRecord event = new EventRecord(
                "event-" + number,
                false,
                "key-" + number,
                new EncodedMessage("text", 1, new byte[size]),
                Map.of(),
                0,
                0,
                new FailedTries(1, 0, 0),
                null,
                null);
        RowFailure failure = new RowFailure("slot", "java.lang.IllegalStateException", "no", true);
        return record(
                place, RecordCodec.write("letters", new LetterRecord("letter-" + number, event, "slot", 0, failure)));
    }

    private static ConsumerRecord<byte[], byte[]> gone(long place, int number) {
        return record(place, RecordCodec.tombstone("letters", 0, ("letter-" + number).getBytes(UTF_8)));
    }

    private List<Long> all() {
        return index.choose(each -> true, 1_000, Long.MAX_VALUE).places();
    }

    private static List<Long> places(int from, int to) {
        return LongStream.range(from, to).boxed().toList();
    }

    @Test
    void hasWhatWasNeitherDeletedNorWrittenAgainSince() {
        IntStream.range(0, 4).forEach(i -> index.take(letter(i, i, 1)));
        index.take(gone(4, 1));
        index.take(letter(5, 0, 1));
        index.take(record(6, new ProducerRecord<>("letters", 0, RecordCodec.key(LetterIndex.PAUSED), new byte[1])));
        assertThat(all()).containsExactly(2L, 3L, 5L);
        assertThat(index.count()).isEqualTo(3);
        assertThat(index.readTo()).isEqualTo(7);
    }

    @Test
    void takesNothingTwice() {
        index.take(letter(0, 0, 1));
        index.take(gone(1, 0));
        index.take(letter(0, 0, 1));
        assertThat(all()).isEmpty();
    }

    @Test
    void knowsTheFirstOnesAndCountsTheOthersIfThereAreTooMany() {
        IntStream.range(0, 25).forEach(i -> index.take(letter(i, i, 1)));
        assertThat(all()).isEqualTo(places(0, MOST));
        assertThat(index.count()).isEqualTo(25);
        assertThat(index.isComplete()).isFalse();
        index.take(gone(25, 20));
        assertThat(index.count()).isEqualTo(24);
        assertThat(index.mayKnowMore()).isFalse();
    }

    @Test
    void readsOthersAgainWhenHalfOfTheFirstOnesAreGone() {
        IntStream.range(0, 15).forEach(i -> index.take(letter(i, i, 1)));
        IntStream.range(0, 5).forEach(i -> index.take(gone(15 + i, i)));
        assertThat(index.mayKnowMore()).isTrue();
        assertThat(index.isSettled(20)).isFalse();
        index.knowMore();
        assertThat(index.readTo()).isEqualTo(MOST);
        IntStream.range(MOST, 15).forEach(i -> index.take(letter(i, i, 1)));
        IntStream.range(0, 5).forEach(i -> index.take(gone(15 + i, i)));
        assertThat(all()).isEqualTo(places(5, 15));
        assertThat(index.isComplete()).isTrue();
        assertThat(index.isSettled(20)).isTrue();
    }

    @Test
    void leavesOtherQueuesSomeRoomAndGivesItsOwnBack() {
        IntStream.range(0, MOST).forEach(i -> index.take(letter(i, i, 1)));
        LetterIndex other = new LetterIndex(budget);
        IntStream.range(0, MOST).forEach(i -> other.take(letter(i, i, 1)));
        assertThat(other.choose(each -> true, 100, Long.MAX_VALUE).places()).hasSize(4);
        index.forget();
        LetterIndex third = new LetterIndex(budget);
        IntStream.range(0, MOST).forEach(i -> third.take(letter(i, i, 1)));
        assertThat(third.choose(each -> true, 100, Long.MAX_VALUE).places()).hasSize(6);
    }

    @Test
    void choosesNoMoreBytesThanAllowedButOneLetter() {
        IntStream.range(0, 4).forEach(i -> index.take(letter(i, i, i == 0 ? 5_000 : 1_000)));
        assertThat(index.choose(each -> true, 100, 4_000)).isEqualTo(new LetterIndex.Choice(List.of(0L), false));
        assertThat(index.choose(each -> each.place() > 0, 100, 4_000))
                .isEqualTo(new LetterIndex.Choice(List.of(1L, 2L), false));
        assertThat(index.choose(each -> each.place() > 2, 100, 4_000))
                .isEqualTo(new LetterIndex.Choice(List.of(3L), true));
    }

    @Test
    void knowsWhichKeysAreHeldWithoutReadingThem() {
        IntStream.range(0, 3).forEach(i -> index.take(letter(i, i, 1)));
        assertThat(index.holds(List.of(1L, 2L)).values())
                .extracting(hold -> hold.key())
                .containsExactly("key-1", "key-2");
        index.take(gone(3, 1));
        assertThat(index.holds(List.of(1L, 2L))).containsOnlyKeys(2L);
    }

    @Test
    void keepsIdsOfOthersShort() {
        byte[] huge = "x".repeat(100_000).getBytes(UTF_8);
        index.take(record(0, new ProducerRecord<>("letters", 0, huge, new byte[1])));
        assertThat(index.choose(each -> each.name().length() < 100, 10, Long.MAX_VALUE)
                        .places())
                .hasSize(1);
        index.take(record(1, RecordCodec.tombstone("letters", 0, huge)));
        assertThat(index.count()).isZero();
    }
}
