package io.concor.queues.administration;

import io.concor.QueueStoreException;
import java.util.List;
import java.util.Optional;

/**
 * The queues of a store as operators see them, whatever the store is. Thread-safe. Methods, and those of the queues, throw a {@link
 * QueueStoreException} if the store cannot be reached.
 */
@FunctionalInterface
public interface QueueDirectory {

    /** Returns all queues, by flow and slot, those of flows and slots that are gone too. */
    List<ManagedQueue> queues();

    /** Returns a queue by its name, such as {@code orders.book}. */
    default Optional<ManagedQueue> find(String name) {
        return queues().stream().filter(queue -> name.equals(queue.name())).findFirst();
    }
}
