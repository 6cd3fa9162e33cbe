package io.concor.sample.moneytracker;

/** An incoming message breaks the rules of the format. */
class UnreadableTrxException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String field;
    private final String reason;

    UnreadableTrxException(String field, String reason) {
        super(field + " " + reason, null, false, false);
        this.field = field;
        this.reason = reason;
    }

    /** The field that is wrong, or {@code body} for the message as a whole. */
    String field() {
        return field;
    }

    String reason() {
        return reason;
    }
}
