package io.concor.queues.client;

import io.concor.ConcorException;
import io.concor.text.Sentence;

/** Thrown if the content of a message is too long. It was not stored. */
public final class ContentTooLongException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final int length;
    private final int most;

    public ContentTooLongException(int length, int most) {
        super(
                Sentence.of(
                        "The content has %d characters; a message may have %d. Shorten it, or raise max-length",
                        length, most),
                false);
        this.length = length;
        this.most = most;
    }

    /** Returns the characters of the content. */
    public int length() {
        return length;
    }

    /** Returns the characters that are allowed. */
    public int most() {
        return most;
    }
}
