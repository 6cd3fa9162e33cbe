package io.concor.sample.billing;

/** The flow without Concor refused a record: it is full or stops. */
class NotTakenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotTakenException() {
        super("too many records are inside, or the billing stops", null, false, false);
    }
}
