package io.concor.kafka.record;

import io.concor.text.Sentence;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Header;

/** How large records are for the client and the broker. */
public final class RecordSize {

    /** What an event's record may grow by: failed attempts, and the texts that its dead letter has besides. */
    public static final int RESERVE = 16 << 10;

    /** Of the record itself, and of the batch in which it may be alone. */
    private static final int OVERHEAD = 128;
    /** Of each header: the lengths of its name and value. */
    private static final int OF_HEADER = 10;

    private RecordSize() {}

    /** Returns how many bytes a record has at most, not compressed. */
    public static int of(ProducerRecord<byte[], byte[]> record) {
        int size = OVERHEAD + length(record.key()) + length(record.value());
        for (Header header : record.headers()) {
            size += OF_HEADER + 3 * header.key().length() + length(header.value());
        }
        return size;
    }

    @SuppressWarnings("ConstantValue") // a record may have neither
    private static int length(byte[] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    /**
     * Returns why an event is too large for its queue; nothing if it is not.
     *
     * @param largest the client's {@code max.request.size}
     */
    public static Optional<RecordTooLargeException> refusal(ProducerRecord<byte[], byte[]> event, int largest) {
        int size = of(event);
        int most = largest - RESERVE;
        return size <= most
                ? Optional.empty()
                : Optional.of(new RecordTooLargeException(Sentence.of(
                        "The event has about %d bytes; max.request.size allows %d, of which %d are kept for what is"
                                + " added when it fails",
                        size, largest, RESERVE)));
    }
}
