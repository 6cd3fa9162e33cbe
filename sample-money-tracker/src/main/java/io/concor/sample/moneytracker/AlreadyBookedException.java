package io.concor.sample.moneytracker;

/** A transaction was booked before. What is left of the flow is passed over, up to the error handler. */
class AlreadyBookedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient BookedTrx first;

    AlreadyBookedException(BookedTrx first) {
        super("transaction %s was booked before".formatted(first.trx().id()), null, false, false);
        this.first = first;
    }

    /** The booking that is there. */
    BookedTrx first() {
        return first;
    }
}
