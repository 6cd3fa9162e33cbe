package io.concor.sample.moneytracker;

import java.util.concurrent.CompletableFuture;

/** Lets messages in. Thread-safe. */
@FunctionalInterface
interface Entrance {

    /**
     * Takes the message, or says no at once because too many are inside.
     *
     * @return what becomes of the transaction; fails at once where the message was not taken
     */
    CompletableFuture<BookedTrx> tryEnter(String message);
}
