package io.concor.sample.billing;

import java.util.concurrent.CompletableFuture;

/** The entry of the flow, with Concor or without. Thread-safe. */
@FunctionalInterface
interface RecordEntry {

    /**
     * Lets a record in, or refuses it at once: if the flow is full or stops, or if a change of the layout holds admission
     * for a moment.
     *
     * @return the outcome of the record; a refused record fails at once
     */
    CompletableFuture<Outcome> tryEnter(Submission submission);
}
