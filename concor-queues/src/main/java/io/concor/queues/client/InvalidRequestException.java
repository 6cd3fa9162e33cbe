package io.concor.queues.client;

import io.concor.ConcorException;
import io.concor.text.Sentence;

/** Thrown if a value of a request is out of its bounds. Nothing was changed. */
public final class InvalidRequestException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final String field;

    /**
     * @param field which value
     * @param reason what is wrong, with the value
     * @param allowed what is allowed
     */
    public InvalidRequestException(String field, String reason, String allowed) {
        super(Sentence.of("%s: %s; allowed: %s", field, reason, allowed), false);
        this.field = field;
    }

    /** Returns which value it is, such as {@code lease}. */
    public String field() {
        return field;
    }
}
