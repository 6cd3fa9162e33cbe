package io.concor.sample.moneytracker;

/** The flow without Concor refused a message: it is full or stops. */
class NotTakenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotTakenException() {
        super("too many transactions are inside, or the money tracker stops", null, false, false);
    }
}
