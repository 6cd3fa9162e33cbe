package io.concor.sample.moflow;

/** An incoming message breaks the rules of the format. */
class UnreadableMessageException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String field;
    private final String reason;

    UnreadableMessageException(String field, String reason) {
        super(field + " " + reason);
        this.field = field;
        this.reason = reason;
    }

    String field() {
        return field;
    }

    String reason() {
        return reason;
    }
}
