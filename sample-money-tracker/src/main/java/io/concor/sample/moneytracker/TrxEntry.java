package io.concor.sample.moneytracker;

import java.util.concurrent.CompletableFuture;

/** The entry of the flow, with Concor or without. Thread-safe. */
@FunctionalInterface
interface TrxEntry {

    /**
     * Lets a message in, or refuses it at once: if the flow is full or stops, or if a change of the layout holds
     * admission for a moment.
     *
     * @return the result of the transaction; a refused message fails at once
     */
    CompletableFuture<BookedTrx> tryEnter(String message);
}
