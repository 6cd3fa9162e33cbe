package io.concor.queues.write;

import io.concor.QueueStoreException;
import io.concor.text.Sentence;

/** What callers are told about puts that failed. */
final class PutFailure {

    private PutFailure() {}

    static QueueStoreException unknown(PutRequest put, Exception cause) {
        String text = Sentence.of(
                "It is not known whether the event '%s' was put into the queue %s: %s. Put it again with the same id",
                put.row().eventId(), put.queue().definition().name(), cause.getMessage());
        return new QueueStoreException(text, true, cause);
    }

    static QueueStoreException refused(PutRequest put, Throwable cause) {
        String text = Sentence.of(
                "The event '%s' could not be put into the queue %s: %s",
                put.row().eventId(), put.queue().definition().name(), cause);
        return new QueueStoreException(text, false, cause);
    }
}
