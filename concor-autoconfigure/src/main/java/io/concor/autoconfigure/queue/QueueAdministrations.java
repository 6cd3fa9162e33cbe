package io.concor.autoconfigure.queue;

import io.concor.queues.administration.QueueAdministration;
import io.concor.queues.administration.QueueDirectory;
import java.util.Optional;

/** The store of durable slots, as far as operators look at it. Thread-safe. */
public interface QueueAdministrations extends QueueDirectories {

    /** Returns what operators see and do; empty while nothing lies in the store, and no flow has needed it. */
    Optional<QueueAdministration> opened();

    @Override
    default Optional<QueueDirectory> directory() {
        return opened().map(QueueAdministration::directory);
    }
}
