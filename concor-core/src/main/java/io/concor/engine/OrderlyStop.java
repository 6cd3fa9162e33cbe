package io.concor.engine;

import io.concor.ConcorException;
import io.concor.Transaction;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.thread.DeferredInterrupt;
import io.concor.layout.StopReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Empties a flow whose gate is closed. Events inside may finish within the time allowed. Then all events that are left
 * time out: those that wait, or are in a transition, end with an error; threads in a task are interrupted; the futures
 * of tasks that do not return even then fail.
 */
final class OrderlyStop {

    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final FlowParts parts;
    private final FlowDefinition flow;
    private final FlowMaintenance maintenance;

    OrderlyStop(FlowParts parts, FlowMaintenance maintenance) {
        this.parts = parts;
        this.flow = parts.definition();
        this.maintenance = maintenance;
    }

    /** Waits half a second at most. Returns whether the condition became true. */
    static boolean awaitGrace(BooleanSupplier condition) {
        return await(GRACE_NANOS, condition);
    }

    private static boolean await(long nanos, BooleanSupplier condition) {
        long start = System.nanoTime();
        try (DeferredInterrupt interrupt = new DeferredInterrupt()) {
            while (!condition.getAsBoolean()) {
                if (System.nanoTime() - start >= nanos) {
                    return false;
                }
                interrupt.park(condition, POLL_NANOS);
            }
            return true;
        }
    }

    /**
     * Empties the flow.
     *
     * @param nanosAllowed how long events may take to finish
     * @param leftovers receives the futures of events whose task does not return
     */
    StopReport run(long nanosAllowed, Leftovers leftovers) {
        parts.registry().pools().forEach(Pool::endLingering);
        await(nanosAllowed, this::isEmpty);
        int unfinished = (int) parts.contexts().held();
        Map<String, Integer> places = unfinished > 0 ? eventsByComponent() : Map.of();
        if (unfinished > 0) {
            expireInside(leftovers);
        }
        if (isEmpty()) {
            // A thread that has just completed its event may still be on its way back.
            awaitGrace(() -> busyWorkers().findAny().isEmpty());
        }
        return new StopReport(
                flow.name(), unfinished, places, (int) busyWorkers().count());
    }

    private boolean isEmpty() {
        return parts.contexts().held() == 0 && parts.completion().allFuturesComplete();
    }

    /** Returns the workers that have an event, except the caller, if it stops the flow in code that depends on a result. */
    private Stream<Worker> busyWorkers() {
        Thread caller = parts.completion().isCompletingOnThisThread() ? Thread.currentThread() : null;
        return parts.registry().workers().filter(worker -> worker.isBusy() && worker.thread() != caller);
    }

    private Map<String, Integer> eventsByComponent() {
        Map<String, Integer> events = new TreeMap<>();
        for (int component : componentOfContexts()) {
            if (component != ExecutionSite.NOWHERE) {
                events.merge(flow.component(component).name(), 1, Integer::sum);
            }
        }
        return events;
    }

    /** Returns for each context the component of its event, as far as that is known while events move. */
    private int[] componentOfContexts() {
        int[] components =
                Stream.of(parts.contexts().all()).mapToInt(Context::component).toArray();
        for (int i = 0; i < flow.size(); i++) {
            Join join = parts.runner().routing().join(i);
            if (join != null) {
                int slot = i;
                join.queue().forEach(context -> components[context.index] = context.resumeAt(slot));
            }
        }
        busyWorkers().forEach(worker -> worker.locate(components));
        return components;
    }

    private void expireInside(Leftovers leftovers) {
        parts.clock().expireAll();
        maintenance.expireEvents();
        if (awaitGrace(this::isEmpty)) {
            return;
        }
        busyWorkers().forEach(Worker::interrupt);
        if (!awaitGrace(this::isEmpty)) {
            abandon(leftovers);
        }
    }

    /** A task that does not return keeps its event, but no caller waits for it. */
    private void abandon(Leftovers leftovers) {
        int[] components = componentOfContexts();
        for (Context context : parts.contexts().all()) {
            EventFuture awaited = context.awaited();
            if (awaited != null) {
                int component = Math.max(0, components[context.index]);
                leftovers.add(
                        awaited,
                        parts.clock().timeoutError(flow.component(component).name()));
            }
        }
    }

    void collectWaitingTransactions(Leftovers leftovers) {
        parts.registry()
                .pools()
                .forEach(pool -> pool.forEachWaiting(context -> collectTransaction(context, leftovers)));
    }

    private static void collectTransaction(Context context, Leftovers leftovers) {
        Transaction transaction = context.transaction;
        if (transaction != null) {
            leftovers.add(transaction);
        }
    }

    /** What a stop leaves to be ended after it has released the flow's lock. */
    static final class Leftovers {

        private final Map<EventFuture, ConcorException> futures = new HashMap<>();
        private final List<Transaction> transactions = new ArrayList<>();

        /** Adds the future of an event whose task does not return. */
        void add(EventFuture future, ConcorException error) {
            futures.put(future, error);
        }

        /** Adds the transaction of an event that waits for a thread that does not return. */
        void add(Transaction transaction) {
            transactions.add(transaction);
        }

        void end() {
            transactions.forEach(TransactionScopes::rollBackAbandoned);
            futures.forEach(EventFuture::endExceptionally);
        }
    }
}
