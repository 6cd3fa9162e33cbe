package io.concor.kafka.write;

import io.concor.QueueStoreException;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.event.RemoteEnd;
import io.concor.kafka.event.RemoteEvent;
import io.concor.kafka.topic.QueueTopics;
import io.concor.queue.Ending;
import io.concor.text.Sentence;
import org.jspecify.annotations.Nullable;

/** A record of a transaction cannot be made, or the client or the broker does not take it, however often it is tried. */
final class RefusedRecordException extends Exception {

    private static final long serialVersionUID = 1L;

    /** What a record is about. */
    enum Part {
        /** An event that is put, or a dead letter. */
        EVENT,
        /** The id of a unique event. */
        ID,
        /** The progress of a partition. */
        PROGRESS
    }

    @SuppressWarnings("serial")
    private final OpenQueue queue;

    private final Part part;
    private final Throwable reason;

    /** @param queue the queue in whose topics the record would lie */
    RefusedRecordException(OpenQueue queue, Part part, Throwable reason) {
        super(reason);
        this.queue = queue;
        this.part = part;
        this.reason = reason;
    }

    OpenQueue queue() {
        return queue;
    }

    Part part() {
        return part;
    }

    /**
     * Returns how an end is written in place of this, whose record is refused. What cannot be handed on, or be put again, becomes a dead
     * letter: in the worst case one without its message. Null if nothing is left to try.
     */
    @Nullable
    RemoteEnd instead(RemoteEnd end) {
        RemoteEvent event = end.event();
        if (event == null || end.bare() || end.ending() instanceof Ending.Handled) {
            return null;
        }
        return end.ending() instanceof Ending.Dead ? end.withoutMessage() : end.refused(event, reason(end, event));
    }

    private QueueStoreException reason(RemoteEnd end, RemoteEvent event) {
        OpenQueue next = end.next();
        return next != null && end.ending() instanceof Ending.HandedOn on
                ? RemotePut.refused(next, next.eventRecord(on.event()), reason)
                : RemotePut.refused(queue, event.record(), reason);
    }

    /** Returns the notice about the dead letter that has no message. */
    String withoutMessage() {
        return Sentence.of("a dead letter of the queue %s has no message: %s. %s", name(), reason, advice());
    }

    /** Returns the reason while nothing of the queue can be written. */
    QueueStoreException failure() {
        return new QueueStoreException(
                Sentence.of("A record of the queue %s is refused: %s. %s", name(), reason, advice()), false, reason);
    }

    private String name() {
        return queue.definition().name();
    }

    private String advice() {
        QueueTopics topics = queue.topics();
        String topic =
                switch (part) {
                    case EVENT -> topics.dead();
                    case ID -> topics.seen();
                    case PROGRESS -> topics.state();
                };
        return Sentence.of(
                "If it is too large, raise max.message.bytes of the topic '%s' by kafka-configs.sh --alter", topic);
    }
}
