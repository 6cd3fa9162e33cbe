package io.concor.queues.client;

import io.concor.ConcorException;
import io.concor.text.SafeText;
import io.concor.text.Sentence;

/** Thrown if a client that is named in a request is not registered. Nothing was changed. */
public final class UnknownClientException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final String client;

    public UnknownClientException(String client) {
        super(Sentence.of("There is no client '%s'. Clients have to register first", SafeText.shown(client)), false);
        this.client = client;
    }

    /** Returns the name that is not registered: of the caller, the receiver or the sender. */
    public String client() {
        return client;
    }
}
