package io.concor.kafka.record;

import io.concor.QueueStoreException;
import io.concor.queue.NewEvent;
import io.concor.queues.codec.EncodedMessage;
import io.concor.text.Sentence;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;

/**
 * How large the record of an event may be. Looked at when the event is prepared: afterwards it has ended in the queue before.
 *
 * @param client {@code max.request.size} of the store's client
 * @param topic {@code max.message.bytes} of the topic
 */
public record RecordBound(int client, int topic) {

    /** What an event's record may grow by: failed attempts, and the texts that its dead letter has besides. */
    public static final int RESERVE = 16 << 10;
    /** What it may grow by in its own topic: failed attempts, and which dead letter it was. */
    private static final int OF_TRIES = 512;

    /** What a record has besides its message and the headers of its event. */
    private static final int REST = 8 << 10;

    private static final int OF_HEADER = 64;
    private static final int BYTES_OF_CHARACTER = 3;

    /** Returns whether an event fits whatever its id, its key and the name of its type are: then its record need not be made. */
    public boolean isFarFrom(NewEvent prepared) {
        long size = REST + (long) (prepared.message() instanceof EncodedMessage message ? message.body().length : 0);
        for (Map.Entry<String, String> header : prepared.headers().entrySet()) {
            int characters = header.getKey().length() + header.getValue().length();
            size += OF_HEADER + (long) BYTES_OF_CHARACTER * characters;
        }
        return size <= most();
    }

    private boolean isOfClient() {
        return client - RESERVE <= topic - OF_TRIES;
    }

    private int most() {
        return isOfClient() ? client - RESERVE : topic - OF_TRIES;
    }

    /**
     * Requires that an event fits.
     *
     * @param queue the name of its queue
     * @throws QueueStoreException if it is too large
     */
    public void require(String queue, String event, ProducerRecord<byte[], byte[]> record) {
        int size = RecordSize.of(record);
        if (size <= most()) {
            return;
        }
        String setting = isOfClient()
                ? "max.request.size of the store's client"
                : "max.message.bytes of the topic '" + record.topic() + "'";
        int set = isOfClient() ? client : topic;
        String text = Sentence.of(
                "The event '%s' cannot be put into the queue %s: its record has about %d bytes. At most %d are possible:"
                        + " %s is %d, and the rest is kept for what is added when the event fails. Raise it, or put less"
                        + " into the message",
                event, queue, size, most(), setting, set);
        throw new QueueStoreException(text, false, new RecordTooLargeException(text));
    }
}
