package io.concor.kafka.outbox;

import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.FailedTries;
import io.concor.kafka.record.LetterRecord;
import io.concor.kafka.record.RecordCodec;
import io.concor.kafka.write.RemotePut;
import io.concor.queue.Ending;
import io.concor.queues.row.RowFailure;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * An event of an outbox whose record the client or the brokers do not take, however often it is tried: it becomes a dead letter of its
 * queue, so that those after it go on. It lay in no partition there, so it holds no key.
 *
 * @param event the event
 * @param reason why it is not taken
 * @param bare whether its letter was not taken with its message
 */
record RefusedRow(OutboxEvent event, Throwable reason, boolean bare) {

    boolean isOf(OutboxEvent other) {
        return event.row() == other.row()
                && event.event().id().equals(other.event().id());
    }

    /** Returns the record of its dead letter. */
    ProducerRecord<byte[], byte[]> letter(OpenQueue queue) {
        EventRecord record = event.record();
        Throwable failure = RemotePut.refused(queue, record, reason);
        EventRecord failed = record.again(FailedTries.NONE.failed(System.currentTimeMillis(), 0), record.dueAt());
        String slot = queue.definition().slot();
        return RecordCodec.write(
                queue.topics().dead(),
                new LetterRecord(
                        "outbox-" + event.row() + "-"
                                + Integer.toHexString(record.id().hashCode()),
                        bare ? failed.withoutMessage() : failed,
                        slot,
                        LetterRecord.NOWHERE,
                        RowFailure.of(new Ending.Failure(slot, failure, false))));
    }

    /** Returns a sentence about it. */
    String notice(OpenQueue queue) {
        return "an event of the outbox is a dead letter of the queue "
                + queue.definition().name() + (bare ? ", without its message" : "") + ": " + reason;
    }
}
