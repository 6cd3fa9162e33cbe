package io.concor.sample.moneytracker;

import java.util.concurrent.CompletableFuture;

/** Lets messages in. Thread-safe. */
@FunctionalInterface
interface Entrance {

    /**
     * Takes the message, or says no at once: too many are inside, the money tracker stops, or a change of the layout
     * holds the door for a moment.
     *
     * @return what becomes of the transaction; fails at once where the message was not taken
     */
    CompletableFuture<BookedTrx> tryEnter(String message);
}
