package io.concor.sample.moflow;

/** The body of a message is longer than {@link MessageReader#MAX_BODY_BYTES}. Has no stack trace: it is an answer to a client. */
final class MessageTooLargeException extends Exception {

    private static final long serialVersionUID = 1L;

    MessageTooLargeException() {
        super("The body has more than " + MessageReader.MAX_BODY_BYTES + " bytes", null, false, false);
    }
}
