package io.concor.kafka.administration;

import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.record.Control;
import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.LetterRecord;
import io.concor.kafka.record.RecordCodec;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * Where dead letters of a queue go back to: the partition where they lay. A letter that did not lie in the present topic of the queue,
 * or not in a partition that it has, goes by its key, and holds none.
 *
 * @param events the topic
 * @param topic its id
 * @param partitions how many it has
 * @param slot the slot of the queue
 * @param open the queue if it is open here, which then knows where events without a place go
 */
record LetterReturn(
        String events,
        Uuid topic,
        int partitions,
        String slot,
        @Nullable OpenQueue open) {

    /** Returns the record that puts the event again. */
    ProducerRecord<byte[], byte[]> requeued(LetterRecord letter) {
        EventRecord again = letter.event().requeued(letter.id());
        if (isOfHere(letter)) {
            return RecordCodec.write(events, letter.partition(), again);
        }
        return open == null ? byKey(again) : open.recordOf(again);
    }

    /** One thread may serve: what has no key goes where that reads. */
    private ProducerRecord<byte[], byte[]> byKey(EventRecord again) {
        return RecordCodec.write(events, again.key() == null ? Integer.valueOf(0) : null, again);
    }

    /** Returns the record that says that later events of the key wait no longer; null if none do. */
    @Nullable
    ProducerRecord<byte[], byte[]> released(LetterRecord letter) {
        return letter.failure().holds() && isOfHere(letter)
                ? RecordCodec.write(
                        events,
                        letter.partition(),
                        EventRecord.control(Control.RELEASE, letter.id(), System.currentTimeMillis()))
                : null;
    }

    private boolean isOfHere(LetterRecord letter) {
        return letter.partition() >= 0
                && letter.partition() < partitions
                && letter.slot().equals(slot)
                && !letter.isOfAnother(topic);
    }
}
