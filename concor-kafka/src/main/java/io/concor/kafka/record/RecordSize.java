package io.concor.kafka.record;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** How large records are for the client and the broker. */
public final class RecordSize {

    /** Of the record itself, and of the batch in which it may be alone. */
    private static final int OVERHEAD = 128;
    /** Of each header: the lengths of its name and value. */
    private static final int OF_HEADER = 10;

    private RecordSize() {}

    /** Returns how many bytes a record has at most, not compressed. */
    public static int of(ProducerRecord<byte[], byte[]> record) {
        return of(record.key(), record.value(), record.headers());
    }

    /** Returns how many bytes a record that was read had at most, not compressed. */
    public static int of(ConsumerRecord<byte[], byte[]> record) {
        return of(record.key(), record.value(), record.headers());
    }

    private static int of(byte[] key, byte[] value, Headers headers) {
        int size = OVERHEAD + length(key) + length(value);
        for (Header header : headers) {
            size += OF_HEADER + 3 * header.key().length() + length(header.value());
        }
        return size;
    }

    @SuppressWarnings("ConstantValue") // a record may have neither
    private static int length(byte[] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
