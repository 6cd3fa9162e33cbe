package io.concor.queues.client;

import io.concor.ConcorException;
import io.concor.text.SafeText;
import io.concor.text.Sentence;

/** Thrown if a queue that is named in a request does not exist. Nothing was changed. */
public final class UnknownQueueException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final String queue;

    public UnknownQueueException(String queue) {
        super(Sentence.of("There is no queue '%s'. Create it first", SafeText.shown(queue)), false);
        this.queue = queue;
    }

    /** Returns the name of the queue. */
    public String queue() {
        return queue;
    }
}
