package io.concor.autoconfigure.queue;

import io.concor.queues.administration.QueueAdministration;
import java.util.Optional;

/** The store of durable slots, as far as operators look at it. Thread-safe. */
public interface QueueAdministrations {

    /** Returns what operators see and do; empty while nothing lies in the store, and no flow has needed it. */
    Optional<QueueAdministration> opened();

    /** Returns the name of the store, such as {@code jdbc}. */
    String name();
}
