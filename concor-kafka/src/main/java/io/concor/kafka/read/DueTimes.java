package io.concor.kafka.read;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** When delayed events are due, and when lines have to be looked at again. For the reader's thread. */
final class DueTimes {

    static final long NEVER = Long.MAX_VALUE;

    private final PriorityQueue<Due> queue = new PriorityQueue<>(Comparator.comparingLong(Due::at));
    /** By their offsets. */
    private final Map<Long, Due> delayed = new HashMap<>();

    /**
     * What is due at a time: one of both.
     *
     * @param at epoch milliseconds
     */
    record Due(
            long at, @Nullable WaitingEvent event, @Nullable KeyLine line) {}

    void add(WaitingEvent event) {
        Due due = new Due(event.dueAt(), event, null);
        queue.add(due);
        delayed.put(event.offset(), due);
    }

    void add(KeyLine line, long at) {
        queue.add(new Due(at, null, line));
    }

    /** Returns what is due, and forgets it; null if nothing is. */
    @Nullable
    Due poll(long nowMillis) {
        Due next = queue.peek();
        if (next == null || next.at() > nowMillis) {
            return null;
        }
        queue.remove();
        if (next.event() != null) {
            delayed.remove(next.event().offset());
        }
        return next;
    }

    /** Forgets a delayed event. Returns null if there is none at a place. */
    @Nullable
    WaitingEvent take(long offset) {
        Due due = delayed.remove(offset);
        if (due == null) {
            return null;
        }
        queue.remove(due);
        return due.event();
    }

    /** Forgets the delayed events for which a condition holds. */
    void removeIf(Predicate<WaitingEvent> condition) {
        Set<Due> gone = new HashSet<>();
        delayed.values().removeIf(due -> due.event() != null && condition.test(due.event()) && gone.add(due));
        queue.removeAll(gone);
    }

    /** Returns when something is due; {@link #NEVER} if nothing is. */
    long next() {
        Due next = queue.peek();
        return next == null ? NEVER : next.at();
    }

    void clear() {
        queue.clear();
        delayed.clear();
    }
}
