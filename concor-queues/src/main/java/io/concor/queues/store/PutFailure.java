package io.concor.queues.store;

import io.concor.QueueStoreException;

/** What callers are told about puts that failed. */
final class PutFailure {

    private PutFailure() {}

    static QueueStoreException unknown(PutRequest put, Exception cause) {
        String text =
                "It is not known whether the event '%s' was put into the queue %s: %s. Put it again with the same id"
                        .formatted(put.row().eventId(), put.queue().definition().name(), cause.getMessage());
        return new QueueStoreException(text, true, cause);
    }

    static QueueStoreException refused(PutRequest put, Exception cause) {
        String text = "The event '%s' could not be put into the queue %s: %s"
                .formatted(put.row().eventId(), put.queue().definition().name(), cause);
        return new QueueStoreException(text, false, cause);
    }
}
