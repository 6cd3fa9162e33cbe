package io.concor.sample.ussd;

/** A request breaks the rules of the format. */
class UnreadableRequestException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String field;
    private final String reason;

    UnreadableRequestException(String field, String reason) {
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
