package io.concor.queues.codec;

/** Why a message cannot be stored, as a part of a sentence. */
final class UnfitMessageException extends Exception {

    private static final long serialVersionUID = 1L;

    UnfitMessageException(String reason) {
        super(reason, null, false, false);
    }

    /** Returns the reason. */
    String reason() {
        return String.valueOf(getMessage());
    }
}
