package io.concor.queues.row;

import java.util.Comparator;

/** An id that a queue remembers. */
public record SeenId(int queue, String eventId) implements Comparable<SeenId> {

    private static final Comparator<SeenId> ORDER =
            Comparator.comparingInt(SeenId::queue).thenComparing(SeenId::eventId);

    @Override
    public int compareTo(SeenId other) {
        return ORDER.compare(this, other);
    }
}
