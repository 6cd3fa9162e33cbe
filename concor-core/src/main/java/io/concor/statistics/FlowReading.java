package io.concor.statistics;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.layout.Layout;
import io.concor.layout.Refusals;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The counters and levels of a flow at one time. Counters begin when the flow was built, so the difference of two
 * readings gives rates and shares. Lists contain an element for each component, in their order.
 *
 * @param builtNanos when the flow was built, by {@link System#nanoTime}; tells it from a later flow of the same name
 * @param nanos the time of the reading, by {@link System#nanoTime}
 * @param maxInFlight largest number of events inside
 * @param inFlight number of events inside
 * @param completed number of events that ended with a value
 * @param recovered number of completed events of which a catch component had handled an error
 * @param failed number of events that ended with an error, timeouts included
 * @param timeouts number of events that timed out, also of those of which a catch component handled the timeout
 * @param refused number of events that were refused because the flow was full: see {@link Refusals#overload()}
 * @param waitingCallers number of threads that wait for admission
 */
public record FlowReading(
        String flow,
        long builtNanos,
        long nanos,
        Layout layout,
        int maxInFlight,
        long inFlight,
        long completed,
        long recovered,
        long failed,
        long timeouts,
        long refused,
        int waitingCallers,
        List<ComponentReading> components,
        List<SlotReading> slots) {

    /** Copies the lists. */
    public FlowReading {
        components = List.copyOf(components);
        slots = List.copyOf(slots);
    }

    /**
     * A component at one time.
     *
     * @param running number of threads of joins that are in its task
     * @param runningOutside number of other threads that are in its task: of callers, or of clients that call continuations
     * @param pending number of events for which its transition task has returned and no continuation was called, or that wait
     *     to be tried again
     * @param errors number of errors that occurred in it, caught ones and timeouts included
     * @param timeouts number of timeouts among them
     * @param latestError the simple name of the class of the latest of them, with that of the innermost cause that tells more,
     *     or null if there was none
     * @param thrown number of errors that its task has thrown, by type in the words of {@code latestError}. Of many types only
     *     those that occurred last, each since it is kept
     * @param callingThreads number of threads that called the continuations of sampled events within the last ten to twenty
     *     seconds, at most {@link #MAX_CALLING_THREADS}
     */
    public record ComponentReading(
            String name,
            TaskKind kind,
            int running,
            int runningOutside,
            int pending,
            long errors,
            long timeouts,
            @Nullable String latestError,
            Map<String, Long> thrown,
            int callingThreads) {

        /** From this number on, calling threads are not counted: there may be more. */
        public static final int MAX_CALLING_THREADS = 32;

        /** Copies the map. */
        public ComponentReading {
            thrown = Map.copyOf(thrown);
        }
    }

    /**
     * A slot at one time. The counters include earlier joins.
     *
     * @param settings the settings of its join, or null if it is empty
     * @param taken number of events taken from its rings
     * @param busyNanos time that its threads spent with an event, in nanoseconds
     * @param blockedNanos time that its threads waited for room in the next filled slot, in nanoseconds
     * @param threadNanos time that its threads had: configured threads multiplied by elapsed time, in nanoseconds
     * @param queue number of events that wait
     * @param totalThreads number of threads of its pool
     * @param threadIds the identifiers of its platform threads, in no order
     * @param hottestLane share of the events of the last ten seconds that had the most frequent key, with the few others of
     *     its lane, 0 to 1; null unless events wait by their keys
     * @param batches the batches of its component in the last ten seconds; null without any
     * @param stored the store in which its events wait; null if they wait in memory
     */
    public record SlotReading(
            String name,
            @Nullable JoinSettings settings,
            long taken,
            long busyNanos,
            long blockedNanos,
            long threadNanos,
            long queue,
            int totalThreads,
            List<Long> threadIds,
            @Nullable Double hottestLane,
            @Nullable BatchReading batches,
            @Nullable StoredReading stored) {

        /** Copies the list. */
        public SlotReading {
            threadIds = List.copyOf(threadIds);
        }
    }

    /**
     * The batches of a component.
     *
     * @param limit how many events a batch may have now
     * @param meanSize how many events it had on average
     */
    public record BatchReading(int limit, double meanSize) {}

    /**
     * The store of a slot at one time.
     *
     * @param queue what is known of the queue
     * @param transactions number of transactions in which its threads have handled events
     * @param transactionNanos time that its threads spent in the store to begin and end these, without tasks, in nanoseconds
     */
    public record StoredReading(QueueFigures queue, long transactions, long transactionNanos) {}
}
