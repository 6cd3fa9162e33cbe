package io.concor.kafka.record;

import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.row.RowFailure;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Writes events and dead letters as records, and reads them. */
public final class RecordCodec {

    private static final String YES = "1";
    /** Where numbers of others could overflow. */
    private static final int MOST_FAILURES = 1_000_000;

    private static final long LONGEST_DELAY_MILLIS = TimeUnit.DAYS.toMillis(36_500);

    private RecordCodec() {}

    /**
     * Returns the record of an event.
     *
     * @param partition where it is put; null: by its key, or anywhere if it has none
     */
    public static ProducerRecord<byte[], byte[]> write(String topic, @Nullable Integer partition, EventRecord event) {
        ProducerRecord<byte[], byte[]> written = new ProducerRecord<>(
                topic, partition, bytes(event.key()), event.message().body());
        writeHeaders(written.headers(), event);
        return written;
    }

    private static void writeHeaders(Headers headers, EventRecord event) {
        HeaderTexts.add(headers, HeaderTexts.ID, event.id());
        HeaderTexts.add(headers, HeaderTexts.UNIQUE, event.unique() ? YES : null);
        HeaderTexts.add(headers, HeaderTexts.TYPE, event.message().type());
        HeaderTexts.add(headers, HeaderTexts.VERSION, event.message().version(), 1);
        HeaderTexts.add(headers, HeaderTexts.PUT, Long.toString(event.putAt()));
        HeaderTexts.add(headers, HeaderTexts.DUE, event.dueAt(), 0);
        HeaderTexts.add(headers, HeaderTexts.FAILURES, event.tries().count(), 0);
        HeaderTexts.add(headers, HeaderTexts.FIRST_FAILED, event.tries().firstFailed(), 0);
        HeaderTexts.add(headers, HeaderTexts.LAST_FAILED, event.tries().lastFailed(), 0);
        HeaderTexts.add(headers, HeaderTexts.LETTER, event.letter());
        Control control = event.control();
        HeaderTexts.add(headers, HeaderTexts.CONTROL, control == null ? null : control.name());
        event.headers().forEach((name, text) -> HeaderTexts.add(headers, HeaderTexts.OF_EVENT + name, text));
    }

    /** Returns the event of a record. One that others have written, without headers, has an id by its place. */
    public static EventRecord read(ConsumerRecord<byte[], byte[]> found) {
        return event(found, new HeaderTexts(found.headers()), text(found.key()));
    }

    private static EventRecord event(ConsumerRecord<byte[], byte[]> found, HeaderTexts headers, @Nullable String key) {
        String control = headers.text(HeaderTexts.CONTROL);
        byte[] body = found.value();
        long written = Math.max(0, found.timestamp()); // the brokers have checked it, but no header
        return new EventRecord(
                headers.text(HeaderTexts.ID, found.topic() + "-" + found.partition() + "-" + found.offset()),
                headers.has(HeaderTexts.UNIQUE),
                key,
                new EncodedMessage(
                        headers.text(HeaderTexts.TYPE, ""),
                        (int) headers.number(HeaderTexts.VERSION, 1, Integer.MAX_VALUE),
                        body == null ? new byte[0] : body),
                headers.ofEvent(),
                headers.number(HeaderTexts.PUT, written, written),
                headers.number(HeaderTexts.DUE, 0, written + LONGEST_DELAY_MILLIS),
                new FailedTries(
                        (int) headers.number(HeaderTexts.FAILURES, 0, MOST_FAILURES),
                        headers.number(HeaderTexts.FIRST_FAILED, 0, written),
                        headers.number(HeaderTexts.LAST_FAILED, 0, written)),
                headers.text(HeaderTexts.LETTER),
                control == null ? null : control(control));
    }

    /** One of a later version is no event either. */
    private static Control control(String name) {
        return Arrays.stream(Control.values())
                .filter(control -> control.name().equals(name))
                .findFirst()
                .orElse(Control.UNKNOWN);
    }

    /** Returns the record of a dead letter. */
    public static ProducerRecord<byte[], byte[]> write(String topic, LetterRecord letter) {
        EventRecord event = letter.event();
        ProducerRecord<byte[], byte[]> written = new ProducerRecord<>(
                topic, 0, bytes(letter.id()), event.message().body());
        Headers headers = written.headers();
        writeHeaders(headers, event);
        HeaderTexts.add(headers, HeaderTexts.KEY, event.key());
        HeaderTexts.add(headers, HeaderTexts.SLOT, letter.slot());
        HeaderTexts.add(headers, HeaderTexts.PARTITION, letter.partition(), LetterRecord.NOWHERE);
        HeaderTexts.add(headers, HeaderTexts.COMPONENT, letter.failure().component());
        HeaderTexts.add(headers, HeaderTexts.ERROR, letter.failure().errorType());
        HeaderTexts.add(headers, HeaderTexts.ERROR_MESSAGE, letter.failure().errorMessage());
        HeaderTexts.add(headers, HeaderTexts.HOLDS, letter.failure().holds() ? YES : null);
        return written;
    }

    /** Returns the dead letter of a record. */
    public static LetterRecord readLetter(ConsumerRecord<byte[], byte[]> found) {
        HeaderTexts headers = new HeaderTexts(found.headers());
        return new LetterRecord(
                Objects.requireNonNullElse(text(found.key()), ""),
                event(found, headers, headers.text(HeaderTexts.KEY)),
                headers.text(HeaderTexts.SLOT, ""),
                (int) headers.number(HeaderTexts.PARTITION, LetterRecord.NOWHERE),
                new RowFailure(
                        headers.text(HeaderTexts.COMPONENT, ""),
                        headers.text(HeaderTexts.ERROR, ""),
                        headers.text(HeaderTexts.ERROR_MESSAGE, ""),
                        headers.has(HeaderTexts.HOLDS)));
    }

    /** Returns the record that deletes what a compacted topic has under a key. */
    public static ProducerRecord<byte[], byte[]> tombstone(String topic, int partition, byte[] key) {
        return new ProducerRecord<>(topic, partition, key, null);
    }

    /** Returns a text as the key of a record. */
    public static byte[] key(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns a text as bytes; null stays null. */
    @SuppressWarnings("NullAway") // a record may have no key
    static byte[] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    private static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }
}
