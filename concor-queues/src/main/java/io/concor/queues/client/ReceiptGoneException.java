package io.concor.queues.client;

import io.concor.ConcorException;
import io.concor.text.SafeText;
import io.concor.text.Sentence;

/** Thrown if a receipt ends nothing: its lease has ended, or the message was ended before. Nothing was changed. */
public final class ReceiptGoneException extends ConcorException {

    private static final long serialVersionUID = 1L;

    public ReceiptGoneException(String queue, String id) {
        super(
                Sentence.of(
                        "The receipt of message '%s' in queue '%s' is not valid any more: its lease has ended, or the message was ended before. Receive the message again, with a longer lease if need be",
                        SafeText.shown(id), SafeText.shown(queue)),
                false);
    }
}
