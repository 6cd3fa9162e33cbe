package io.concor.queueserver.request;

import io.concor.ConcorException;
import io.concor.text.SafeText;
import io.concor.text.Sentence;

/** A client has its share of the requests in work. Nothing was changed. */
public final class TooManyRequestsException extends ConcorException {

    private static final long serialVersionUID = 1L;

    public TooManyRequestsException(String client) {
        super(
                Sentence.of(
                        "Client '%s' has as many requests in work as it may: max-requests-per-client, and fewer while those of"
                                + " other clients fill the server. Try again later",
                        SafeText.shown(client)),
                false);
    }
}
