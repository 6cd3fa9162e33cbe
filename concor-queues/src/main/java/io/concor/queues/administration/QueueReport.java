package io.concor.queues.administration;

import io.concor.queues.measure.LocalFigures;
import io.concor.queues.row.KeyHold;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a queue, for all processes. Those of a database end their counts at {@link QueueAdministration#MOST_COUNTED}.
 *
 * @param flow the name of the flow
 * @param slot the name of the slot
 * @param depth how many events wait or are in work, without delayed ones if those are known
 * @param oldestSeconds how long ago the first of them was put; null if there is none
 * @param delayed how many events are not due yet; null if the store counts them with the others
 * @param dead how many dead letters there are
 * @param paused whether it hands out nothing
 * @param consumers the names of the processes that handle its events
 * @param held keys whose events wait for one that failed; at most 100
 * @param local what this process does with it; null if it is not open here
 */
public record QueueReport(
        String flow,
        String slot,
        long depth,
        @Nullable Long oldestSeconds,
        @Nullable Long delayed,
        long dead,
        boolean paused,
        List<String> consumers,
        List<KeyHold> held,
        @Nullable LocalFigures local) {

    public QueueReport {
        consumers = List.copyOf(consumers);
        held = List.copyOf(held);
    }

    /** Returns the name of the queue, such as {@code orders.book}. */
    public String name() {
        return flow + "." + slot;
    }
}
