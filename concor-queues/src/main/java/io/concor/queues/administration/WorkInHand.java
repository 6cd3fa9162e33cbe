package io.concor.queues.administration;

import java.util.Optional;
import java.util.Set;

/** Knows which events this process has in hand. Thread-safe. */
@FunctionalInterface
public interface WorkInHand {

    /**
     * Returns what this process has in hand of a queue: what it has read and not handed out is read again later. Waits two seconds at
     * most; empty if that is too short.
     */
    Optional<Rows> of(int queue);

    /**
     * Rows in hand.
     *
     * @param instance the id of this process, by which it owns lanes
     * @param ids those of the rows
     */
    record Rows(String instance, Set<Long> ids) {

        public Rows {
            ids = Set.copyOf(ids);
        }
    }
}
