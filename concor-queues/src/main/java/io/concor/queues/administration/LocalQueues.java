package io.concor.queues.administration;

import io.concor.queues.measure.LocalFigures;
import java.util.Optional;
import java.util.Set;

/** The queues of a store as this process has them. Thread-safe. */
public interface LocalQueues {

    /** Has the readers of all processes look at once: dead letters were requeued or deleted, or a queue was paused or resumed. */
    void changed();

    /** A queue is to be purged: has the readers of all processes say exactly what is in work, and waits for that of this one. */
    void beforePurge();

    /** Returns what this process does with a queue, by its name; empty if it is not open here. */
    Optional<LocalFigures> figures(String queue);

    /**
     * Returns what this process has in hand of a queue: what it has read and not handed out is read again later. Waits two seconds at
     * most; empty if that is too short.
     */
    Optional<Rows> inHand(int queue);

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
