package io.concor.kafka.read;

import io.concor.kafka.record.EventRecord;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Of which waiting events of a partition copies are in memory. For the reader's thread. */
final class EventCopies {

    private final CopyBudget budget;
    /** Those without, by offset. */
    private final TreeMap<Long, WaitingEvent> without = new TreeMap<>();

    EventCopies(CopyBudget budget) {
        this.budget = budget;
    }

    /** Counts a copy that is there. */
    void took(EventRecord copy) {
        budget.took(copy);
    }

    /** An event is no longer one that waits, or waits no longer. */
    void forget(WaitingEvent event) {
        EventRecord copy = event.copy();
        if (copy != null) {
            budget.gave(copy);
        }
    }

    /** An event waits without a copy. */
    void drop(WaitingEvent event) {
        forget(event);
        event.copy(null);
        without.put(event.offset(), event);
    }

    /** Returns the event at a place if it has no copy; null otherwise. */
    @Nullable
    WaitingEvent without(long offset) {
        return without.get(offset);
    }

    /** An event without a copy has one again. */
    void readAgain(WaitingEvent event, EventRecord copy) {
        without.remove(event.offset());
        event.copy(copy);
        budget.took(copy);
    }

    /** What waits at a place without a copy waits there no longer. */
    void left(long offset) {
        without.remove(offset);
    }

    /** What waits below a place without a copy waits there no longer. */
    void leftBelow(long offset) {
        without.headMap(offset).clear();
    }

    /** Returns how many events wait without a copy. */
    int without() {
        return without.size();
    }

    boolean isComplete() {
        return without.isEmpty();
    }

    void clear() {
        without.clear();
    }
}
