package io.concor.queueserver.request;

import io.concor.ConcorException;
import io.concor.text.SafeText;
import io.concor.text.Sentence;

/** Too many requests of a client are in work, or their bodies are on the way. Nothing was changed. */
public final class TooManyRequestsException extends ConcorException {

    private static final long serialVersionUID = 1L;

    /** @param most how many may be in work */
    public TooManyRequestsException(String client, int most) {
        super(
                Sentence.of(
                        "%d requests of client '%s' are in work, as many as may. Try again later, or raise max-requests-per-client",
                        most, SafeText.shown(client)),
                false);
    }
}
