package io.concor.sample.moneytracker;

/** A message was not let in: too many are inside, or the money tracker stops. */
class NotTakenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotTakenException() {
        super("too many transactions are inside, or the money tracker stops", null, false, false);
    }
}
