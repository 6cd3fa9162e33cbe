package io.concor.sample.moneytracker;

import java.util.Locale;

/** A transaction was booked before. The event skips the remaining tasks up to the error handler. */
class AlreadyBookedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient BookedTrx first;

    AlreadyBookedException(BookedTrx first) {
        super(
                String.format(
                        Locale.ROOT,
                        "transaction %s was booked before",
                        first.trx().id()),
                null,
                false,
                false);
        this.first = first;
    }

    /** Returns the first booking. */
    BookedTrx first() {
        return first;
    }
}
