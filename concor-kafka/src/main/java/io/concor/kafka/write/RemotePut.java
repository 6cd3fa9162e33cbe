package io.concor.kafka.write;

import io.concor.QueueStoreException;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.RecordSize;
import io.concor.queue.PutReceipt;
import io.concor.text.Sentence;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;

/**
 * An event that is to be put outside of a transaction.
 *
 * @param place among those that keep an order with it
 */
public record RemotePut(OpenQueue queue, EventRecord event, PutReceipt receipt, PutPlace place) {

    QueueStoreException failure(Exception cause) {
        return isRefusal(cause) ? refused(cause) : unknown(cause);
    }

    /** Everything else may have happened after the broker had the record. */
    private static boolean isRefusal(Exception cause) {
        return isOfRecord(cause) || cause instanceof AuthorizationException;
    }

    /** Returns whether a cause lies in the record: others may be put. */
    public static boolean isOfRecord(Throwable cause) {
        return cause instanceof RecordTooLargeException
                || cause instanceof RecordBatchTooLargeException
                || cause instanceof InvalidRecordException
                || cause instanceof InvalidTimestampException
                || cause instanceof SerializationException;
    }

    QueueStoreException refused(Exception cause) {
        return refused(queue, event, cause);
    }

    /** Returns why an event was not put into a queue: the client or the brokers have refused it. */
    public static QueueStoreException refused(OpenQueue queue, EventRecord event, Throwable cause) {
        String advice = "";
        if (cause instanceof RecordTooLargeException) {
            ProducerRecord<byte[], byte[]> record = queue.recordOf(event);
            advice = Sentence.of(
                    ". Its record has about %d bytes. Raise max.message.bytes of the topic '%s', or max.request.size of the"
                            + " store's client, or put less into the message",
                    RecordSize.of(record), record.topic());
        }
        return new QueueStoreException(
                Sentence.of(
                        "The event '%s' could not be put into the queue %s: %s%s",
                        event.id(), queue.definition().name(), cause, advice),
                false,
                cause);
    }

    private QueueStoreException unknown(Exception cause) {
        return new QueueStoreException(
                Sentence.of(
                        "It is not known whether the event '%s' was put into the queue %s: %s. Put it again with the"
                                + " same id",
                        event.id(), queue.definition().name(), cause),
                true,
                cause);
    }
}
