package io.concor.queues.client;

import io.concor.ConcorException;
import io.concor.text.SafeText;
import io.concor.text.Sentence;

/** Thrown if a queue is not created because another client has created one of the same name. */
public final class QueueExistsException extends ConcorException {

    private static final long serialVersionUID = 1L;

    public QueueExistsException(String queue, String createdBy) {
        super(
                Sentence.of(
                        "Queue '%s' exists: client '%s' created it. Use it, or choose another name",
                        SafeText.shown(queue), SafeText.shown(createdBy)),
                false);
    }
}
