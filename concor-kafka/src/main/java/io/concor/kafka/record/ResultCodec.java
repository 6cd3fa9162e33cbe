package io.concor.kafka.record;

import io.concor.kafka.record.ResultRecord.Kind;
import io.concor.queues.codec.EncodedMessage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Writes results as records, and reads them. */
public final class ResultCodec {

    private ResultCodec() {}

    /** Returns the record of a result. */
    public static ProducerRecord<byte[], byte[]> write(String topic, int partition, ResultRecord result) {
        ProducerRecord<byte[], byte[]> written = new ProducerRecord<>(
                topic,
                partition,
                RecordCodec.key(result.asker()),
                result.message().body());
        Headers headers = written.headers();
        HeaderTexts.add(headers, HeaderTexts.ID, result.event());
        HeaderTexts.add(headers, HeaderTexts.OUTCOME, result.kind().name());
        if (result.kind() == Kind.VALUE) {
            HeaderTexts.add(headers, HeaderTexts.TYPE, result.message().type());
            HeaderTexts.add(headers, HeaderTexts.VERSION, result.message().version(), 1);
        } else {
            HeaderTexts.add(headers, HeaderTexts.COMPONENT, result.component());
            HeaderTexts.add(headers, HeaderTexts.ERROR, result.errorType());
            HeaderTexts.add(headers, HeaderTexts.ERROR_MESSAGE, result.text());
        }
        return written;
    }

    /** Returns whether a record is a result that a store awaits. */
    public static boolean isFor(String asker, ConsumerRecord<byte[], byte[]> found) {
        return Arrays.equals(RecordCodec.key(asker), found.key());
    }

    /** Returns the result of a record. */
    public static ResultRecord read(ConsumerRecord<byte[], byte[]> found) {
        HeaderTexts headers = new HeaderTexts(found.headers());
        byte[] body = found.value();
        return new ResultRecord(
                new String(found.key(), StandardCharsets.UTF_8),
                headers.text(HeaderTexts.ID, ""),
                kind(headers.text(HeaderTexts.OUTCOME)),
                new EncodedMessage(
                        headers.text(HeaderTexts.TYPE, ""),
                        (int) headers.number(HeaderTexts.VERSION, 1),
                        body == null ? new byte[0] : body),
                headers.text(HeaderTexts.COMPONENT, ""),
                headers.text(HeaderTexts.ERROR, ""),
                headers.text(HeaderTexts.ERROR_MESSAGE, ""));
    }

    private static Kind kind(@Nullable String name) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElse(Kind.UNKNOWN);
    }
}
