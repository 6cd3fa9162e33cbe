package io.concor.kafka.result;

import io.concor.kafka.record.RecordSize;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A result that is to be sent.
 *
 * @param record what is sent
 * @param instead what is sent if the broker finds that too large; null if nothing smaller would say more
 * @param sinceNanos when it was written down
 */
record OutgoingResult(
        ProducerRecord<byte[], byte[]> record, @Nullable ProducerRecord<byte[], byte[]> instead, long sinceNanos) {

    /** Returns how much memory it holds, at most. */
    int bytes() {
        return RecordSize.of(record);
    }
}
