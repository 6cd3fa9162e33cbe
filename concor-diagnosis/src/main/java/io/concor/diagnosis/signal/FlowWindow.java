package io.concor.diagnosis.signal;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.layout.Layout;
import io.concor.layout.Stages;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a flow did in a second. Lists contain an element for each component, in their order.
 *
 * @param builtNanos when the flow was built; tells it from a later flow of the same name
 * @param layout the layout at the end
 * @param changed whether the layout changed
 * @param seconds how long the window was
 * @param throughput events ended per second
 * @param recovered events per second that completed after a catch component had handled an error
 * @param refused events refused per second
 * @param failed events per second that ended with an error, timeouts included
 * @param timeouts events per second that timed out, also those of which a catch component handled the timeout
 * @param inFlight number of events inside
 * @param admitted how many of them were admitted; the others came from a store
 * @param waitingCallers number of threads that wait for admission
 * @param arrivals how events arrive
 * @param waitingInTransaction number of events within a transaction that no thread handles
 * @param transactions the components between which an event is in a transaction; the same in each window
 * @param stages which threads run each component with the layout at the end
 */
public record FlowWindow(
        long builtNanos,
        Layout layout,
        boolean changed,
        double seconds,
        double throughput,
        double recovered,
        double refused,
        double failed,
        double timeouts,
        int maxInFlight,
        Level inFlight,
        Level admitted,
        Level waitingCallers,
        ArrivalPattern arrivals,
        double waitingInTransaction,
        List<TransactionRange> transactions,
        List<ComponentWindow> components,
        List<SlotWindow> slots,
        Stages stages) {

    private static final double SHORT_SECONDS = 0.5;

    /** Returns which threads run each component. */
    public static Stages stages(List<ComponentWindow> components, List<SlotWindow> slots) {
        return Stages.of(
                slots.stream().map(SlotWindow::settings).toList(),
                i -> components.get(i).kind().leavesThread());
    }

    /**
     * Whether it is the first one of a flow, which began at any time within a second: the rates of so short a time are
     * noise.
     */
    public boolean isShort() {
        return seconds < SHORT_SECONDS;
    }

    /** Returns what may hold a connection. */
    public ConnectionHolders holders() {
        double threads = slots.stream().mapToDouble(SlotWindow::busyThreads).sum();
        double others = components.stream()
                .mapToDouble(component -> component.runningOutside().average())
                .sum();
        return new ConnectionHolders(threads + others, waitingInTransaction, 0);
    }

    /**
     * Returns the component at which most errors occur; empty if there are none.
     *
     * @param uncaught whether only those that end their events count
     * @param errors the errors of each component
     */
    public OptionalInt placeOfMost(boolean uncaught, IntToDoubleFunction errors) {
        IntToDoubleFunction counted = uncaught ? i -> uncaught(i, errors) : errors;
        return IntStream.range(0, components.size())
                .filter(i -> counted.applyAsDouble(i) > 0)
                .reduce((some, other) -> counted.applyAsDouble(other) > counted.applyAsDouble(some) ? other : some);
    }

    /** At most as many errors of a component end their events as each later catch component throws itself. */
    private double uncaught(int component, IntToDoubleFunction errors) {
        return IntStream.range(component, components.size())
                .filter(i -> i == component || components.get(i).kind().handlesErrors())
                .mapToDouble(errors)
                .min()
                .orElse(0);
    }

    /**
     * The components between which an event is in a transaction.
     *
     * @param first the index of the first one
     * @param last the index of the last one
     */
    public record TransactionRange(int first, int last) {

        /** Returns the indices of the components. */
        public IntStream components() {
            return IntStream.rangeClosed(first, last);
        }

        /** Whether a component is one of them. */
        public boolean contains(int component) {
            return first <= component && component <= last;
        }

        /**
         * Returns the number of events in the transaction that no thread handles: they wait at a slot or for room in its ring,
         * or await a continuation. It begins when a thread has taken the event from the queue of the first component.
         */
        double waiting(List<ComponentWindow> components, List<SlotWindow> slots) {
            double inFront = components()
                    .skip(1)
                    .mapToDouble(i -> slots.get(i).queue().average() + blockedBefore(slots, i))
                    .sum();
            return inFront
                    + components()
                            .mapToDouble(i -> components.get(i).pending().average())
                            .sum();
        }

        /** The threads of the slot before a filled one wait with an event of the transaction. */
        private static double blockedBefore(List<SlotWindow> slots, int slot) {
            return slots.get(slot).settings() == null
                    ? 0
                    : IntStream.iterate(slot - 1, i -> i >= 0, i -> i - 1)
                            .mapToObj(slots::get)
                            .filter(before -> before.settings() != null)
                            .limit(1)
                            .mapToDouble(before -> before.threads() * before.blocked())
                            .sum();
        }
    }

    /**
     * What a component did.
     *
     * @param running number of threads of joins in its task
     * @param runningOutside number of other threads in its task
     * @param pending number of events whose continuation is awaited
     * @param errors errors per second
     * @param timeouts timeouts among them, per second
     * @param thrown the other errors per second
     * @param callingThreads number of threads that called continuations of sampled events within the last ten to twenty
     *     seconds
     * @param mayConnect whether its task may use a connection of a pool
     * @param connects whether it is known to: its bean can reach a data source
     */
    public record ComponentWindow(
            String name,
            TaskKind kind,
            Level running,
            Level runningOutside,
            Level pending,
            double errors,
            double timeouts,
            ThrownErrors thrown,
            int callingThreads,
            boolean mayConnect,
            boolean connects) {

        /** Returns the number of threads in its task. */
        public double threads() {
            return running.average() + runningOutside.average();
        }
    }

    /**
     * How the threads of a slot spent their time. All zero for an empty slot.
     *
     * @param settings the settings of its join at the end, or null
     * @param taken events taken per second
     * @param busy share of the time spent with an event, 0 to 1
     * @param blocked share of the time spent waiting for room in the next filled slot, 0 to 1
     * @param processor share of the time spent on a processor, 0 to 1; unknown for virtual threads, and where the
     *     platform does not report it
     * @param queue number of events that wait
     * @param hottestLane share of the events that had the most frequent key, 0 to 1; unknown unless they wait by their keys
     * @param batches how large batches are, or null if the component is no batch component, or has had none lately
     * @param stored what the store did in which events wait, or null if they wait in memory
     */
    public record SlotWindow(
            String name,
            @Nullable JoinSettings settings,
            double taken,
            double busy,
            double blocked,
            OptionalDouble processor,
            Level queue,
            OptionalDouble hottestLane,
            @Nullable BatchWindow batches,
            @Nullable StoredWindow stored) {

        /** Returns the number of threads that its join may have; 0 for an empty slot. */
        public int threads() {
            return settings == null ? 0 : settings.threads();
        }

        /**
         * Returns the number of threads with an event, also of those outside of tasks, such as at the begin of a
         * transaction.
         */
        double busyThreads() {
            return threads() * busy;
        }
    }

    /**
     * What the store of a slot did.
     *
     * @param storing number of events that it was about to take
     * @param waitingForRoom number of events that waited at the end because the queue was full
     * @param depth number of events in the queue that was exceeded at the begin and at the end
     * @param growth by how many events per second this process has made the queue longer
     * @param inStore share of the time of the slot's threads in which they waited for it, without tasks, 0 to 1
     * @param transactionSeconds how long they did so for each transaction; 0 without any
     * @param writing share of the time in which it wrote what became of events, 0 to 1
     * @param reading share of the time in which it read events, 0 to 1
     * @param failure what it cannot do and why, or null if it works
     */
    public record StoredWindow(
            Level storing,
            long waitingForRoom,
            long depth,
            double growth,
            double inStore,
            double transactionSeconds,
            double writing,
            double reading,
            @Nullable String failure) {}

    /**
     * How large the batches of a batch component were within the last ten seconds.
     *
     * @param limit how many events a batch may have
     * @param meanSize how many they had on average
     */
    public record BatchWindow(int limit, double meanSize) {

        /** How full batches are at least on average where their size is the limit. */
        public static final double NEARLY_FULL = 0.8;

        /** Whether batches have nearly as many events as they may: then the threads cannot handle more in each call. */
        public boolean full() {
            return meanSize >= NEARLY_FULL * limit;
        }
    }
}
