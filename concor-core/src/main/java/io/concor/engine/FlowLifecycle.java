package io.concor.engine;

import io.concor.ConcorException;
import io.concor.Flow;
import io.concor.JoinSettings;
import io.concor.Transaction;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.thread.DeferredInterrupt;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.layout.FlowState;
import io.concor.layout.Layout;
import io.concor.layout.StopReport;
import io.concor.manage.ChangeRequest;
import io.concor.manage.PlannedChange;
import io.concor.text.DurationFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of a flow.
 *
 * <pre>
 * RUNNING → STOPPING → STOPPED → CLOSED
 *    ↑_________________|
 * </pre>
 *
 * <p>A stop closes the door, lets the events inside finish, and ends the threads. When the time allowed is over, all
 * that is still inside is made over its time: what waits, or is with a transition, ends with an error; threads that are
 * in a task are interrupted and reported.
 */
final class FlowLifecycle {

    private static final Logger logger = LoggerFactory.getLogger(Flow.class);
    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final FlowDefinition flow;
    private final AdmissionGate door;
    private final EventCompletion exit;
    private final EventRunner chain;
    private final JoinRegistry joins;
    private final CoarseClock clock;
    private final FlowMaintenance sweeper;
    private final LayoutChanger changer;
    private volatile FlowState state = FlowState.STOPPED;

    FlowLifecycle(
            FlowDefinition flow,
            AdmissionGate door,
            EventCompletion exit,
            EventRunner chain,
            JoinRegistry joins,
            CoarseClock clock,
            FlowMaintenance sweeper,
            LayoutChanger changer) {
        this.flow = flow;
        this.door = door;
        this.exit = exit;
        this.chain = chain;
        this.joins = joins;
        this.clock = clock;
        this.sweeper = sweeper;
        this.changer = changer;
    }

    FlowState state() {
        return state;
    }

    /** Starts a new flow with its first layout. */
    void begin(Map<String, JoinSettings> slots) {
        run(new Layout(1, slots));
    }

    /** Starts a stopped flow with the layout that it had. */
    void start() {
        changer.lock().lock();
        try {
            if (state == FlowState.CLOSED) {
                throw new IllegalStateException("Flow '%s' was closed for good: build another".formatted(flow.name()));
            }
            if (state == FlowState.STOPPED) {
                awaitThreads();
                run(chain.plan().layout());
                clock.restart();
                door.open();
            }
        } finally {
            changer.lock().unlock();
        }
    }

    /** A thread that has not come back from a single-threaded task would meet the one that is started now. */
    private void awaitThreads() {
        if (!await(GRACE_NANOS, joins::ended)) {
            throw new IllegalStateException(
                    "Flow '%s' cannot start: threads have not come back from a task since it was stopped; try again when they have"
                            .formatted(flow.name()));
        }
    }

    /** Whether something becomes true in the time given. */
    private boolean await(long nanos, BooleanSupplier condition) {
        long start = System.nanoTime();
        try (DeferredInterrupt patience = new DeferredInterrupt()) {
            while (!condition.getAsBoolean()) {
                if (System.nanoTime() - start >= nanos) {
                    return false;
                }
                patience.park(this, POLL_NANOS);
            }
            return true;
        }
    }

    /** The clock is the last thread that is needed: where it cannot be had, the others end again. */
    private void run(Layout layout) {
        @Nullable Join[] started = new Join[flow.size()];
        RoutingTable plan;
        try {
            for (int i = 0; i < flow.size(); i++) {
                JoinSettings settings = layout.slots().get(flow.component(i).name());
                started[i] = settings == null ? null : joins.start(i, settings);
            }
            plan = new RoutingTable(flow, layout, started);
            sweeper.start();
        } catch (Throwable cannot) {
            forEach(started, join -> join.pool().retire());
            throw cannot;
        }
        chain.plan(plan);
        forEach(started, join -> join.pool().release());
        state = FlowState.RUNNING;
    }

    private static void forEach(@Nullable Join[] joins, Consumer<Join> action) {
        for (Join join : joins) {
            if (join != null) {
                action.accept(join);
            }
        }
    }

    /**
     * Makes a change; for who has begun one.
     *
     * @throws ChangeNotPossibleException when it cannot be made at present
     */
    long make(PlannedChange planned, Duration timeLimit) {
        if (state != FlowState.RUNNING) {
            throw notPossible(planned.slotNames(), Reason.NOT_RUNNING, "the flow is " + state);
        }
        return changer.make(planned, timeLimit);
    }

    void endChange() {
        changer.lock().unlock();
    }

    /**
     * Keeps all others from changing, starting and stopping the flow until {@link #endChange}.
     *
     * @throws ChangeNotPossibleException when another change takes too long, or the thread is interrupted
     */
    void beginChange(ChangeRequest request) {
        try {
            if (!changer.lock().tryLock(CoarseClock.nanos(request.timeLimit()), TimeUnit.NANOSECONDS)) {
                throw notPossible(
                        request.slots().keySet(),
                        Reason.OTHER_CHANGE,
                        "another change has been under way for " + DurationFormat.of(request.timeLimit()));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw notPossible(request.slots().keySet(), Reason.INTERRUPTED, "the thread was interrupted");
        }
    }

    private ChangeNotPossibleException notPossible(Collection<String> slots, Reason reason, String words) {
        return new ChangeNotPossibleException(flow.name(), slots, reason, words);
    }

    void close(Duration timeAllowed) {
        if (state == FlowState.CLOSED) {
            return;
        }
        StopReport report = stop(timeAllowed, FlowState.CLOSED);
        if (!report.clean()) {
            logger.warn(
                    "Flow '{}' was closed with {} unfinished events (by component: {}); {} threads did not come back from a task",
                    report.flow(),
                    report.unfinished(),
                    report.places(),
                    report.stuckThreads());
        }
    }

    StopReport stop(Duration timeAllowed) {
        return stop(timeAllowed, FlowState.STOPPED);
    }

    private StopReport stop(Duration timeAllowed, FlowState end) {
        long deadline = System.nanoTime() + CoarseClock.nanos(timeAllowed);
        Map<CompletableFuture<?>, ConcorException> abandoned = new HashMap<>();
        List<Transaction> waiting = new ArrayList<>();
        door.close();
        changer.lockForStop();
        try {
            door.close(); // a start may have opened it in between
            if (state == FlowState.STOPPED || state == FlowState.CLOSED) {
                state = state == FlowState.CLOSED ? state : end;
                return new StopReport(flow.name(), 0, Map.of(), 0);
            }
            return stopRunning(deadline - System.nanoTime(), end, abandoned, waiting);
        } finally {
            changer.lock().unlock();
            // The rest is the user's code, and a database's, so it does not keep others from the flow.
            waiting.forEach(TransactionScopes::giveUp);
            abandoned.forEach(CompletableFuture::completeExceptionally);
        }
    }

    /**
     * Stops a flow that runs.
     *
     * @param abandoned is filled with the futures of events whose task does not come back
     * @param waiting is filled with the transactions of events that wait behind such a task
     */
    private StopReport stopRunning(
            long nanosAllowed,
            FlowState end,
            Map<CompletableFuture<?>, ConcorException> abandoned,
            List<Transaction> waiting) {
        state = FlowState.STOPPING;
        try {
            await(nanosAllowed, this::empty);
            return end(abandoned);
        } finally {
            sweeper.stop();
            joins.pools().forEach(pool -> pool.forEachWaiting(context -> addTransaction(context, waiting)));
            endPools();
            state = end;
        }
    }

    private static void addTransaction(Context context, List<Transaction> transactions) {
        Transaction transaction = context.transaction;
        if (transaction != null) {
            transactions.add(transaction);
        }
    }

    private boolean empty() {
        return door.contexts().held() == 0 && exit.allTold();
    }

    private StopReport end(Map<CompletableFuture<?>, ConcorException> abandoned) {
        int unfinished = (int) door.contexts().held();
        Map<String, Integer> places = unfinished > 0 ? places() : Map.of();
        if (unfinished > 0) {
            expireInside(abandoned);
        }
        if (empty()) {
            // A thread that has just let its event go may still be on its way back.
            await(GRACE_NANOS, () -> atAnEvent().findAny().isEmpty());
        }
        return new StopReport(flow.name(), unfinished, places, (int) atAnEvent().count());
    }

    /** The threads of pools that are at an event; not who stops the flow because of a result, whose event has left. */
    private Stream<Worker> atAnEvent() {
        Thread told = exit.tellsOnThisThread() ? Thread.currentThread() : null;
        return joins.pools().stream().flatMap(Pool::all).filter(worker -> worker.busy() && worker.thread() != told);
    }

    /**
     * Keeps the layout for the next start, but leaves no join for an event to wait in: a thread that comes back late
     * from a task takes what is left in its ring, and carries it out of the flow.
     */
    private void endPools() {
        RoutingTable last = chain.plan();
        chain.plan(RoutingTable.stopped(flow, last.layout()));
        forEach(last.joins(), join -> join.pool().drain(join.ring().close()));
    }

    private Map<String, Integer> places() {
        Map<String, Integer> places = new TreeMap<>();
        for (int place : whereabouts()) {
            if (place != ExecutionSite.NOWHERE) {
                places.merge(flow.component(place).name(), 1, Integer::sum);
            }
        }
        return places;
    }

    /**
     * For each context the index of the component at which its event is, as far as it can be told while events move.
     */
    private int[] whereabouts() {
        int[] places =
                Stream.of(door.contexts().all()).mapToInt(Context::component).toArray();
        for (int i = 0; i < flow.size(); i++) {
            Join join = chain.plan().join(i);
            if (join != null) {
                int slot = i;
                join.ring().forEach(context -> places[context.index] = context.resumeAt(slot));
            }
        }
        atAnEvent().forEach(worker -> worker.tell(places));
        return places;
    }

    private void expireInside(Map<CompletableFuture<?>, ConcorException> abandoned) {
        clock.stop();
        sweeper.sweep();
        if (await(GRACE_NANOS, this::empty)) {
            return;
        }
        atAnEvent().forEach(Worker::interrupt);
        if (!await(GRACE_NANOS, this::empty)) {
            abandon(abandoned);
        }
    }

    /** A task that does not come back keeps its event, but nobody shall wait for it. */
    private void abandon(Map<CompletableFuture<?>, ConcorException> abandoned) {
        int[] places = whereabouts();
        for (Context context : door.contexts().all()) {
            CompletableFuture<Object> awaited = context.awaited();
            if (awaited != null) {
                int place = Math.max(0, places[context.index]);
                abandoned.put(awaited, clock.error(flow.component(place).name()));
            }
        }
    }
}
