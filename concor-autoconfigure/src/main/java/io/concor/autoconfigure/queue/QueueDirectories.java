package io.concor.autoconfigure.queue;

import io.concor.QueueKind;
import io.concor.queues.administration.QueueDirectory;
import java.util.Optional;

/** A store of waiting events, as far as operators look at it. Thread-safe. */
public interface QueueDirectories {

    /** Returns the queues; empty while nothing lies in the store, and no flow has needed it. */
    Optional<QueueDirectory> directory();

    /** Returns the name of the store, such as {@code jdbc}. */
    String name();

    /** Returns which slots have their queues there. */
    QueueKind kind();
}
