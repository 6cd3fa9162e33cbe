package io.concor.queues.client;

import io.concor.ConcorException;
import io.concor.text.SafeText;
import io.concor.text.Sentence;

/** Thrown if too many wait for messages, of one client or in all. Nothing was changed. */
public final class TooManyWaitersException extends ConcorException {

    private static final long serialVersionUID = 1L;

    /**
     * @param who {@code client 'x'}, or {@code all clients}
     * @param most how many may wait
     * @param setting the name of the bound
     */
    public TooManyWaitersException(String who, int most, String setting) {
        super(
                Sentence.of(
                        "%d requests of %s wait for messages, as many as may. Try again later, or raise %s",
                        most, SafeText.words(who), setting),
                false);
    }
}
