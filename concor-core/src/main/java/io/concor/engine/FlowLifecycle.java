package io.concor.engine;

import io.concor.Flow;
import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.QueueKind;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.CoarseClock;
import io.concor.engine.measure.StatisticsCollector;
import io.concor.engine.path.RoutingTable;
import io.concor.engine.pool.Join;
import io.concor.engine.thread.KeepAlive;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.layout.FlowState;
import io.concor.layout.Layout;
import io.concor.layout.StopReport;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life cycle of a flow: starts, stops and changes it, one at a time under the flow's lock.
 *
 * <pre>
 * RUNNING → STOPPING → STOPPED → CLOSED
 *    ↑_________________|
 * </pre>
 */
public final class FlowLifecycle {

    private static final Logger logger = LoggerFactory.getLogger(Flow.class);

    private final FlowParts parts;
    private final FlowDefinition flow;
    private final FlowLock lock;
    private final FlowMaintenance maintenance;
    private final LayoutChanger changer;
    private final OrderlyStop orderlyStop;
    private final KeepAlive keepAlive;
    private volatile FlowState state = FlowState.STOPPED;

    FlowLifecycle(FlowParts parts, StatisticsCollector statistics) {
        this.parts = parts;
        this.flow = parts.definition();
        this.lock = parts.lock();
        this.maintenance = new FlowMaintenance(parts, statistics);
        this.changer = new LayoutChanger(parts, statistics);
        this.orderlyStop = new OrderlyStop(parts, maintenance);
        this.keepAlive = new KeepAlive(flow.name());
    }

    public FlowState state() {
        return state;
    }

    /** Starts a new flow with its first layout. */
    void begin(Map<String, JoinSettings> slots) {
        run(new Layout(1, slots));
        deliverStored();
    }

    /** Whether no thread of the flow is left, above all none that has not returned from a task since a stop. */
    public boolean threadsHaveEnded() {
        return parts.registry().hasEnded();
    }

    /**
     * Starts a stopped flow with the layout that it had. Does nothing if it runs.
     *
     * @throws IllegalStateException if it was closed, or a thread has not returned from a task since the stop
     */
    public void start() {
        StopCalls.StopCall waiting = parts.stopCalls().begin(Thread.currentThread());
        try {
            lock.starting(this::startIfStopped);
        } finally {
            waiting.end();
        }
    }

    private void startIfStopped() {
        if (state == FlowState.CLOSED) {
            throw new IllegalStateException(Sentence.of("Flow '%s' was closed for good. Build a new one", flow.name()));
        }
        if (state == FlowState.STOPPED) {
            requireEndedThreads();
            run(parts.layout());
            parts.clock().restart();
            parts.path().postponed().restart();
            deliverStored(); // not before: what enters before the clock restarts has timed out
            parts.gate().open();
        }
    }

    /** A thread that has not returned from a single-threaded task would run it together with the one started now. */
    private void requireEndedThreads() {
        if (!OrderlyStop.awaitGrace(() -> threadsHaveEnded() && orderlyStop.exemptEventsHaveEnded())) {
            throw new IllegalStateException(Sentence.of(
                    "Flow '%s' cannot start: threads have not returned from a task since it was stopped. Try again when they have",
                    flow.name()));
        }
        if (!OrderlyStop.awaitGrace(parts.storages()::openingsHaveEnded)) {
            throw new IllegalStateException(Sentence.of(
                    "Flow '%s' cannot start: a store still opens a queue for a change that was given up. Try again when it has answered",
                    flow.name()));
        }
    }

    /** The shared ticker is the last thing that may fail: then the threads started before end again. */
    private void run(Layout layout) {
        @Nullable Join[] started = new Join[flow.size()];
        RoutingTable routing;
        try {
            openStores(layout);
            for (int i = 0; i < flow.size(); i++) {
                JoinSettings settings = settings(layout, i);
                started[i] = join(i, settings);
            }
            routing = new RoutingTable(flow, layout, started);
            keepAlive.threads(hasThreads(layout));
            maintenance.start();
        } catch (Throwable cannot) {
            keepAlive.threads(false);
            maintenance.stop();
            forEach(started, join -> join.pool().retire());
            parts.storages().closeAll();
            throw cannot;
        }
        parts.path().routing(routing);
        forEach(started, join -> join.pool().resume());
        state = FlowState.RUNNING;
    }

    private @Nullable Join join(int slot, @Nullable JoinSettings settings) {
        if (flow.isHere(slot)) {
            return settings == null ? null : parts.registry().startJoin(slot, settings);
        }
        return settings != null && flow.leavesAt(slot, settings)
                ? parts.storages().leaving(slot, parts.registry().joinElsewhere(settings))
                : null;
    }

    private void deliverStored() {
        parts.storages().deliverAll();
        parts.storages().beginRequeues();
    }

    /** Before the joins: their queues have room for events from stores if there may be some. */
    private void openStores(Layout layout) {
        for (int i = 0; i < flow.size(); i++) {
            JoinSettings settings = settings(layout, i);
            boolean used = flow.isHere(i) || flow.leavesAt(i, settings);
            if (used && settings != null && settings.queue() != QueueKind.MEMORY) {
                parts.storages().open(i, settings);
            }
        }
        parts.storages().openRequeues();
        if (parts.storages().areThere()) {
            parts.contexts().reserve();
        }
    }

    private @Nullable JoinSettings settings(Layout layout, int slot) {
        return layout.slots().get(flow.component(slot).name());
    }

    private boolean hasThreads(Layout layout) {
        return IntStream.range(0, flow.size())
                .filter(flow::isHere)
                .mapToObj(slot -> settings(layout, slot))
                .anyMatch(join -> join != null && join.pool() != PoolKind.VIRTUAL);
    }

    /** Lets the JVM exit while the flow runs: its owner stops it when the JVM shuts down. */
    public void letJvmExit() {
        keepAlive.release();
    }

    private static void forEach(@Nullable Join[] joins, Consumer<Join> action) {
        for (Join join : joins) {
            if (join != null) {
                action.accept(join);
            }
        }
    }

    /**
     * Runs an action while nothing else changes, starts or stops the flow.
     *
     * @param slots the slots that the action concerns, for the error message
     * @param limit how long to wait for another change to end
     * @throws ChangeNotPossibleException if another change takes longer, or the calling thread is interrupted
     */
    public <T> T exclusively(Collection<String> slots, Duration limit, Supplier<T> action) {
        return lock.changing(slots, parts.ownsCallingThread() ? shortest(limit) : limit, action);
    }

    /** A change in progress may wait for the very event whose task asks for another. */
    private static Duration shortest(Duration limit) {
        return limit.compareTo(OrderlyStop.GRACE) < 0 ? limit : OrderlyStop.GRACE;
    }

    /**
     * Changes the layout. Call it {@linkplain #exclusively exclusively}.
     *
     * @param slots the slots that differ, for the error message
     * @param after a layout that breaks no rule
     * @param limit how long the change may take
     * @return how many events waited in the slots when they changed
     * @throws ChangeNotPossibleException if the flow does not run, or the change is not possible within the limit
     */
    public long change(Collection<String> slots, Layout after, Duration limit) {
        if (state != FlowState.RUNNING) {
            throw new ChangeNotPossibleException(flow.name(), slots, Reason.NOT_RUNNING, "the flow is " + state);
        }
        keepAlive.threads(hasThreads(parts.layout()) || hasThreads(after));
        try {
            return changer.change(after, limit);
        } finally {
            keepAlive.threads(hasThreads(parts.layout()));
        }
    }

    /**
     * Advances the clock that measures the age of events, for tests.
     *
     * @param time how much older all events inside are at once
     * @param stopped whether the clock then stands still; otherwise it runs on
     */
    public void advanceClock(Duration time, boolean stopped) {
        maintenance.advanceClock(CoarseClock.nanos(time), stopped);
    }

    void close(Duration timeAllowed) {
        if (state == FlowState.CLOSED) {
            return;
        }
        StopReport report = stop(timeAllowed, FlowState.CLOSED, Thread.currentThread());
        if (!report.clean()) {
            logger.warn(
                    "Flow '{}' was closed with {} ({}){}",
                    report.flow(),
                    report.unfinished() == 1 ? "1 unfinished event" : report.unfinished() + " unfinished events",
                    report.placesInWords(),
                    stuck(report.stuckThreads()));
        }
    }

    private static String stuck(int threads) {
        return switch (threads) {
            case 0 -> "";
            case 1 -> "; 1 thread has not returned from a task";
            default -> "; " + threads + " threads have not returned from a task";
        };
    }

    /**
     * Stops the flow: see {@link OrderlyStop}.
     *
     * @param waiting a thread that waits for the stop, so that the stop must not wait for its event
     */
    public StopReport stop(Duration timeAllowed, Thread waiting) {
        return stop(timeAllowed, FlowState.STOPPED, waiting);
    }

    private StopReport stop(Duration timeAllowed, FlowState end, Thread waiting) {
        long deadline = System.nanoTime() + CoarseClock.nanos(timeAllowed);
        OrderlyStop.Leftovers leftovers = new OrderlyStop.Leftovers();
        StopCalls.StopCall call = parts.stopCalls().begin(waiting);
        parts.gate().close();
        try {
            return lock.stopping(() -> stopIfRunning(deadline, end, leftovers));
        } finally {
            call.end();
            leftovers.end(); // user code and a database's, so it runs without the lock
        }
    }

    private StopReport stopIfRunning(long deadline, FlowState end, OrderlyStop.Leftovers leftovers) {
        parts.gate().close(); // a start may have opened it in between
        if (state == FlowState.STOPPED || state == FlowState.CLOSED) {
            state = state == FlowState.CLOSED ? state : end;
            return new StopReport(flow.name(), 0, Map.of(), 0);
        }
        state = FlowState.STOPPING;
        try {
            return orderlyStop.run(deadline - System.nanoTime(), leftovers);
        } finally {
            maintenance.stop();
            orderlyStop.collectWaitingTransactions(leftovers);
            endPools();
            parts.storages().takeAwaited(leftovers::add);
            state = end;
        }
    }

    /**
     * Keeps the layout for the next start but leaves no join for an event to wait in. A thread that returns late from a
     * task takes what is left in its queue and runs it out of the flow.
     */
    private void endPools() {
        RoutingTable last = parts.path().routing();
        parts.path().routing(RoutingTable.stopped(flow, last.layout()));
        forEach(last.joins(), join -> {
            join.queue().close();
            join.pool().drain();
        });
        parts.storages().closeAll();
        keepAlive.threads(false);
    }
}
