package io.concor.queues.client;

import io.concor.ConcorException;
import io.concor.text.SafeText;
import io.concor.text.Sentence;

/** Thrown if a client ends a message that another client has leased. Nothing was changed. */
public final class NotForClientException extends ConcorException {

    private static final long serialVersionUID = 1L;

    public NotForClientException(String client, String id) {
        super(
                Sentence.of(
                        "Message '%s' is not leased by client '%s'. Only the client that received it can end it",
                        SafeText.shown(id), SafeText.shown(client)),
                false);
    }
}
