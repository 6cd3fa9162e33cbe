package io.concor.queues.administration;

import io.concor.queues.row.DeadChoice;
import io.concor.queues.row.DeadPage;
import java.util.List;

/** A queue of a store as operators see it and act on it. Thread-safe. */
public interface ManagedQueue {

    /** Returns its name, such as {@code orders.book}. */
    String name();

    /** Returns its state. */
    QueueReport report();

    /**
     * Returns dead letters by their numbers: fewer if their messages are large.
     *
     * @param after only those with greater numbers; 0: from the first
     * @param limit how many at most, 1 to {@link QueueAdministration#MOST_IN_PAGE}
     * @param messages whether messages are read
     */
    DeadPage dead(long after, int limit, boolean messages);

    /** Returns the numbers of the dead letters of one event, ascending, ten at most. */
    List<Long> numbers(String eventId);

    /** Has it hand out nothing, in any process, or ends that. */
    void pause(boolean paused);

    /** Moves dead letters back, with no attempt counted. Returns how many. */
    long requeue(DeadChoice choice);

    /** Deletes dead letters. Returns how many. */
    long delete(DeadChoice choice);

    /** Deletes what waits, is delayed, or is a dead letter; not what is in work. Returns how many, as far as the store counts them. */
    long purge();
}
