package io.concor.engine.path;

import io.concor.BatchSettings;
import io.concor.engine.batch.BatchCollector;
import io.concor.engine.batch.BatchControl;
import io.concor.engine.batch.BatchWork;
import io.concor.engine.batch.BatchWorker;
import io.concor.engine.event.Context;
import io.concor.engine.event.PoolState;
import io.concor.engine.event.Unchecked;
import io.concor.engine.measure.FlowRecorder;
import io.concor.engine.measure.FlowRecorder.BatchObserver;
import io.concor.engine.pool.Pool;
import io.concor.engine.pool.Worker;
import io.concor.layout.FlowGraph;
import io.concor.statistics.BatchDecision;
import io.concor.statistics.EventObserver.EventObservation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the workers of a batch slot do: take a batch, call the task once for it, and run its events one after the other
 * from the next component on, in the order in which they were taken.
 *
 * <p>Events with an error, or with a later component to resume at, are taken like others and keep their place, but the task
 * is not called for them.
 */
final class BatchRunner implements BatchWork {

    private final int slot;
    private final int most;
    /** Where an event goes on whose batch was handled, or {@link FlowGraph#END}. */
    private final int next;

    private final BatchControl control;
    private final BatchCollector collector;
    private final BatchCall call;
    private final FlowRecorder recorder;
    private final ContextTransfer transfer;
    private final EventExpiry expiry;
    private final GeneralPath path;
    private final Handling whole = (pool, worker) -> handle(pool, worker, 0, worker.size());
    private final Function<BatchWorker, @Nullable Throwable> calling = this::callGuarded;

    private BatchRunner(PathParts parts, int slot, BatchControl control, BatchCall call, GeneralPath path) {
        this.slot = slot;
        this.most = parts.flow().limits().maxInFlight();
        this.next = parts.graph().next(slot);
        this.control = control;
        this.collector = new BatchCollector(control, parts.clock());
        this.call = call;
        this.recorder = parts.recorder();
        this.transfer = parts.transfer();
        this.expiry = parts.expiry();
        this.path = path;
    }

    /** Returns what the workers of the slot of a batch component do. */
    static BatchRunner of(PathParts parts, int slot, ComponentRunner components, GeneralPath path) {
        BatchControl control = new BatchControl(
                parts.recorder().batches(slot), parts.flow().limits().maxInFlight());
        return new BatchRunner(parts, slot, control, new BatchCall(parts, slot, control, components), path);
    }

    /** Returns the last decisions about the size, the newest first. */
    List<BatchDecision> decisions() {
        return control.decisions();
    }

    @Override
    public Worker newWorker(PoolState state, boolean alone) {
        return new BatchWorker(state, alone, slot, most);
    }

    @Override
    public void formBatches(BatchSettings settings) {
        control.use(settings);
    }

    @Override
    public void endLingering() {
        control.endLingering();
    }

    @Override
    public boolean serve(Pool pool, Worker worker) {
        return serve(pool, (BatchWorker) worker, whole);
    }

    @Override
    public boolean serve(Pool pool, BatchWorker worker, Handling handling) {
        boolean any = collector.collect(pool, worker, true);
        for (boolean more = any; more; more = worker.mayTakeMore() && collector.collect(pool, worker, false)) {
            int size = worker.size();
            try {
                handling.handle(pool, worker);
            } finally {
                worker.end(size);
                worker.done();
            }
        }
        return any;
    }

    @Override
    public void handle(Pool pool, BatchWorker worker, int from, int to) {
        try {
            choose(worker, from, to);
            if (worker.calledSize() > 0) {
                measured(worker, calling);
            }
        } catch (Throwable failed) { // of the engine, which has no memory or stack
            failUnlessCalled(worker, from, to, failed);
        } finally {
            try {
                giveAway(pool, worker, from, to);
            } finally {
                worker.endCall();
            }
        }
    }

    @Override
    public @Nullable Throwable callOnce(BatchWorker worker, boolean inTransaction) {
        return worker.calledSize() == 0 ? null : measured(worker, some -> call.callOnce(some, inTransaction));
    }

    /** Without a call its events have no results, so they must not pass the component. After it only a measurement is lost. */
    private void failUnlessCalled(BatchWorker worker, int from, int to, Throwable failed) {
        for (int i = from; i < to && !worker.isCallDone(); i++) {
            Context event = worker.event(i);
            if (worker.isForTask(event)) {
                event.fail(slot, failed);
            }
        }
    }

    /** An event that has timed out by now is not handed to the task. */
    private void choose(BatchWorker worker, int from, int to) {
        for (int i = from; i < to; i++) {
            Context event = worker.event(i);
            if (worker.isForTask(event)) {
                expiry.check(event, slot);
                if (event.error == null) {
                    worker.call(event);
                }
            }
        }
    }

    /**
     * The task has the thread-locals of the first event, which keeps what the task makes of them. The observations begin within
     * them, so that that of the batch is the current one.
     */
    private @Nullable Throwable measured(BatchWorker worker, Function<BatchWorker, @Nullable Throwable> calling) {
        Context first = worker.called(0);
        transfer.attach(first, worker);
        try {
            BatchObserver observation = start(worker);
            long start = System.nanoTime();
            Throwable failed = calling.apply(worker);
            worker.callDone();
            long end = System.nanoTime();
            control.handled(worker, end, end - start);
            stop(worker, observation, failed, (end - start) / worker.calledSize());
            return failed;
        } finally {
            transfer.detach(first, worker);
        }
    }

    private @Nullable Throwable callGuarded(BatchWorker worker) {
        try {
            call.call(worker);
        } catch (Throwable failed) { // of the engine, which has no memory or stack
            call.failAll(worker, failed);
        }
        return null; // each event has its result or error
    }

    /** Returns the observation of the batch, or null if no event of it is observed. */
    private @Nullable BatchObserver start(BatchWorker worker) {
        List<EventObservation> observed = null;
        try {
            for (int i = 0; i < worker.calledSize(); i++) {
                Context event = worker.called(i);
                EventObservation observation = event.sampled ? start(event) : null;
                if (observation != null) {
                    observed = observed == null ? new ArrayList<>() : observed;
                    observed.add(observation);
                }
            }
            return observed == null ? null : recorder.observeBatch(slot, worker.calledSize(), observed);
        } catch (OutOfMemoryError noMemory) {
            return null; // loses a measurement, but never an event
        }
    }

    private @Nullable EventObservation start(Context sampled) {
        sampled.stopwatch().taken(slot);
        return sampled.stopwatch().batchStarts(slot);
    }

    private void stop(
            BatchWorker worker, @Nullable BatchObserver observation, @Nullable Throwable failed, long shareNanos) {
        if (observation != null) {
            observation.stopped(failed == null ? firstError(worker) : failed);
        }
        for (int i = worker.calledSize() - 1; i >= 0; i--) {
            Context event = worker.called(i);
            if (event.sampled) {
                event.stopwatch().batchEnded(slot, shareNanos, failed == null ? event.error : failed);
            }
        }
    }

    private static @Nullable Throwable firstError(BatchWorker worker) {
        for (int i = 0; i < worker.calledSize(); i++) {
            Throwable error = worker.called(i).error;
            if (error != null) {
                return error;
            }
        }
        return null;
    }

    /** Gives away all events, also if that fails for one. */
    private void giveAway(Pool pool, BatchWorker worker, int from, int to) {
        int called = 0;
        Throwable failed = null;
        for (int i = from; i < to; i++) {
            Context event = worker.event(i);
            boolean wasCalled = worker.wasCalled(event, called);
            called += wasCalled ? 1 : 0;
            worker.proceed(i);
            try {
                giveAway(event, wasCalled, pool, worker);
            } catch (Throwable thrown) {
                failed = failed == null ? thrown : failed;
            }
            worker.gone(i);
            Thread.interrupted(); // an interrupt meant for one event must not reach the next
        }
        if (failed != null) {
            Unchecked.rethrow(failed);
        }
    }

    private void giveAway(Context event, boolean wasCalled, Pool pool, BatchWorker worker) {
        int at = wasCalled ? next : event.resumeAt(slot);
        if (worker.isUnclean() && at != FlowGraph.END && putBack(event, at, pool)) {
            return;
        }
        if (wasCalled) {
            path.proceed(event, next, worker);
        } else {
            path.serve(event, slot, worker);
        }
    }

    /** The thread could not be cleared of the thread-locals of an event before: another thread goes on with this one. */
    private boolean putBack(Context event, int at, Pool pool) {
        event.enqueue(at, at == slot);
        boolean put = pool.queue().put(event);
        if (put) {
            pool.signal();
        }
        return put;
    }
}
