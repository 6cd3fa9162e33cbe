package io.concor.queues.client;

import io.concor.ConcorException;
import io.concor.text.Sentence;

/** Thrown if there are as many queues, or clients, as there may be. Nothing was changed. */
public final class QueueLimitException extends ConcorException {

    private static final long serialVersionUID = 1L;

    /**
     * @param what {@code queues} or {@code clients}
     * @param most how many there may be
     * @param setting the name of the bound
     */
    public QueueLimitException(String what, int most, String setting) {
        super(
                Sentence.of("There are %d %s, as many as there may be. Remove some, or raise %s", most, what, setting),
                false);
    }
}
