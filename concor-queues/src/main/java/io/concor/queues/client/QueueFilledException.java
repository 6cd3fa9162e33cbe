package io.concor.queues.client;

import io.concor.ConcorException;
import io.concor.text.SafeText;
import io.concor.text.Sentence;

/** Thrown if a queue is not deleted because it holds messages. */
public final class QueueFilledException extends ConcorException {

    private static final long serialVersionUID = 1L;

    public QueueFilledException(String queue) {
        super(
                Sentence.of(
                        "Queue '%s' holds messages. Receive them first, or delete it by force, which deletes them too",
                        SafeText.shown(queue)),
                false);
    }
}
