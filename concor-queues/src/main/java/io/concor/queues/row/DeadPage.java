package io.concor.queues.row;

import java.util.List;

/**
 * A page of dead letters.
 *
 * @param rows the dead letters by their numbers
 * @param finished whether none follows
 */
public record DeadPage(List<DeadRow> rows, boolean finished) {

    public DeadPage {
        rows = List.copyOf(rows);
    }

    /**
     * Which dead letters are read.
     *
     * @param after only those with greater {@link RowKey#id}; 0: from the beginning
     * @param limit how many at most
     * @param bodies whether messages are read with their bodies
     * @param mostBytes of messages; but one dead letter is read whatever its size
     */
    public record Part(long after, int limit, boolean bodies, long mostBytes) {}
}
