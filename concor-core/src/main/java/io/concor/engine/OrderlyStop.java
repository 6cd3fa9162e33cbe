package io.concor.engine;

import io.concor.ConcorException;
import io.concor.Flow;
import io.concor.Transaction;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.Context;
import io.concor.engine.event.EventFuture;
import io.concor.engine.event.ExecutionSite;
import io.concor.engine.path.TransactionScopes;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.Pool;
import io.concor.engine.pool.Worker;
import io.concor.engine.thread.DeferredInterrupt;
import io.concor.layout.StopReport;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Empties a flow whose gate is closed. Events inside may finish within the time allowed. Then all events that are left
 * time out: those that wait, or are in a transition, end with an error; threads in a task are interrupted; the futures
 * of tasks that do not return even then fail.
 *
 * <p>{@linkplain ExemptEvents Events whose threads wait for the stop} do not count. One such event runs to its end when its
 * task has returned, with its value: then no other thread runs a task of the flow. Several end with an error, because they
 * could run a single-threaded task at once.
 */
final class OrderlyStop {

    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    static final Duration GRACE = Duration.ofMillis(500);
    private static final Logger logger = LoggerFactory.getLogger(Flow.class);

    private final FlowParts parts;
    private final FlowDefinition flow;
    private final FlowMaintenance maintenance;
    private volatile ExemptEvents exempt;
    private ProgressWatch progress = new ProgressWatch();
    private boolean announced;

    OrderlyStop(FlowParts parts, FlowMaintenance maintenance) {
        this.parts = parts;
        this.flow = parts.definition();
        this.maintenance = maintenance;
        this.exempt = new ExemptEvents(parts);
    }

    /** Waits half a second at most. Returns whether the condition became true. */
    static boolean awaitGrace(BooleanSupplier condition) {
        return await(GRACE.toNanos(), condition);
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
        exempt = new ExemptEvents(parts);
        progress = new ProgressWatch();
        announced = false;
        parts.storages().stopDelivering();
        parts.registry().pools().forEach(Pool::endLingering);
        parts.path().postponed().endLaterThan(nanosAllowed, parts.contexts().all());
        await(nanosAllowed, () -> isEmpty() || isHeldUp());
        int unfinished = unfinished();
        Map<String, Integer> places = unfinished > 0 ? eventsByComponent() : Map.of();
        if (unfinished > 0) {
            expireInside(leftovers);
        } else if (exempt.threads() > 1) {
            parts.clock().expireAll();
        }
        if (isEmpty()) {
            // A thread that has just completed its event may still be on its way back.
            awaitGrace(() -> busyWorkers().findAny().isEmpty());
        }
        return new StopReport(
                flow.name(), unfinished, places, (int) busyWorkers().count());
    }

    private boolean isEmpty() {
        exempt.refresh();
        announceExempt();
        return unfinished() == 0 && parts.completion().allFuturesComplete(exempt.openFutures());
    }

    /** Returns how many events are inside for which the stop waits. */
    private int unfinished() {
        return Math.max(0, (int) parts.contexts().held() - exempt.count());
    }

    private void announceExempt() {
        if (!announced && exempt.count() > 0) {
            announced = true;
            logger.info(
                    "Flow '{}' stops without waiting for {}: the task waits for this stop itself",
                    flow.name(),
                    places(exemptComponents()));
        }
    }

    private static String places(Map<String, Integer> events) {
        return events.entrySet().stream()
                .map(place -> Sentence.of("%s at '%s'", events(place.getValue()), place.getKey()))
                .collect(Collectors.joining(", "));
    }

    private static String events(int count) {
        return count == 1 ? "the event" : count + " events";
    }

    private Map<String, Integer> exemptComponents() {
        int[] components =
                Stream.of(parts.contexts().all()).mapToInt(Context::component).toArray();
        parts.registry().workers().filter(exempt::contains).forEach(worker -> locate(worker, components));
        Map<String, Integer> events = new TreeMap<>();
        exempt.contexts()
                .forEach(context -> events.merge(
                        flow.component(Math.max(0, components[context.index])).name(), 1, Integer::sum));
        return events;
    }

    /**
     * Whether the other events inside wait for threads that wait for the stop: all are in a queue, and for a while no thread
     * has taken one.
     */
    private boolean isHeldUp() {
        long taken = LongStream.of(parts.registry().taken()).sum();
        boolean waits = exempt.involveThreads() && onlyWait();
        return progress.hasStalled(taken, waits);
    }

    private boolean onlyWait() {
        long waiting = parts.registry().pools().stream()
                .filter(pool -> !pool.state().isFinished())
                .mapToLong(pool -> pool.queue().waiting())
                .sum();
        return unfinished() > 0
                && unfinished() <= waiting
                && busyWorkers().findAny().isEmpty();
    }

    /** Whether the events for which the last stop did not wait have ended, as far as no worker has them. */
    boolean exemptEventsHaveEnded() {
        return exempt.contexts().noneMatch(Context::isOnForeignThread);
    }

    /** Returns the workers that have an event for which the stop waits. */
    private Stream<Worker> busyWorkers() {
        return parts.registry().workers().filter(worker -> worker.isBusy() && !exempt.contains(worker));
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
            Join join = parts.path().routing().join(i);
            if (join != null) {
                int slot = i;
                join.queue().forEach(context -> components[context.index] = context.resumeAt(slot));
            }
        }
        busyWorkers().forEach(worker -> locate(worker, components));
        exempt.contexts().forEach(context -> components[context.index] = ExecutionSite.NOWHERE);
        return components;
    }

    private void locate(Worker worker, int[] components) {
        Thread thread = worker.thread();
        if (thread != null) {
            worker.locate(components, parts.completion().completingThreads().contexts(thread));
        }
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
            if (awaited != null && !exempt.contains(context)) {
                int component = Math.max(0, components[context.index]);
                leftovers.add(
                        awaited,
                        parts.clock().timeoutError(flow.component(component).name()));
            }
        }
    }

    void collectWaitingTransactions(Leftovers leftovers) {
        parts.registry().pools().forEach(pool -> pool.queue()
                .forEach(context -> collectTransaction(context, leftovers)));
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

        /** Adds the future of an event whose task does not return, or which a store has. */
        void add(EventFuture future, ConcorException error) {
            futures.put(future, error);
        }

        /** Adds the transaction of an event that waits for a thread that does not return. */
        void add(Transaction transaction) {
            transactions.add(transaction);
        }

        void end() {
            transactions.forEach(TransactionScopes::rollBackAbandoned);
            futures.forEach(EventFuture::fail);
        }
    }
}
