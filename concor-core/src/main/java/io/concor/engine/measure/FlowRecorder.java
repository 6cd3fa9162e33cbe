package io.concor.engine.measure;

import io.concor.Sampling;
import io.concor.Transaction;
import io.concor.statistics.EventObserver;
import io.concor.statistics.EventObserver.BatchObservation;
import io.concor.statistics.EventObserver.EventObservation;
import io.concor.statistics.EventOutcome;
import io.concor.statistics.SampleListener;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Records the measurements of sampled events, each at the index of its component. Thread-safe. */
public final class FlowRecorder {

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The listener hears events of each tenth of a second. */
    private static final int PERIODS = 10;

    final RollingHistogram latency = new RollingHistogram();
    final RollingHistogram[] service;
    final RollingHistogram[] waiting;
    final RollingHistogram[] stages;
    final CallingThreads[] callers;
    /** For each batch component, its batches. */
    final @Nullable BatchRecorder[] batches;
    /** The listener, or null for none. */
    private volatile @Nullable GuardedCallback<SampleListener> listener;

    private volatile GuardedCallback<EventObserver> observer =
            new GuardedCallback<>(EventObserver.NONE, EventObserver.class);

    private final RateLimit heard =
            new RateLimit(SampleListener.MAX_EVENTS_PER_SECOND / PERIODS, SECOND_NANOS / PERIODS);
    private final RateLimit observed = new RateLimit(EventObserver.MAX_EVENTS_PER_SECOND, SECOND_NANOS);
    private volatile boolean limited = true;

    public FlowRecorder(int components) {
        service = histograms(components);
        waiting = histograms(components);
        stages = histograms(components);
        batches = new BatchRecorder[components];
        callers = Stream.generate(CallingThreads::new).limit(components).toArray(CallingThreads[]::new);
    }

    private static RollingHistogram[] histograms(int components) {
        return Stream.generate(RollingHistogram::new).limit(components).toArray(RollingHistogram[]::new);
    }

    /** Replaces the listener that receives measurements. */
    public void listen(SampleListener next) {
        listener = next == SampleListener.NONE ? null : new GuardedCallback<>(next, SampleListener.class);
    }

    /** Replaces the observer that follows sampled events. */
    public void observe(EventObserver next) {
        observer = new GuardedCallback<>(next, EventObserver.class);
    }

    /** Has the listener and the observer receive all sampled events if all events are sampled, and otherwise not too many. */
    public void adaptTo(Sampling sampling) {
        limited = sampling.burst() < sampling.interval();
    }

    /** Returns whether the listener receives the measurements of an event that enters at a time of {@link System#nanoTime}. */
    boolean hears(long nanos) {
        return listener != null && (!limited || heard.admits(nanos));
    }

    /** Returns the observation of an event that enters at a time of {@link System#nanoTime}, or null. */
    @Nullable
    GuardedCallback<EventObservation> observation(long nanos) {
        GuardedCallback<EventObserver> present = observer;
        return present.target() != EventObserver.NONE && (!limited || observed.admits(nanos))
                ? present.get(EventObserver::enter)
                : null;
    }

    /** Returns what records the batches of a component. Call it once for each, before the first event. */
    public BatchRecorder batches(int component) {
        BatchRecorder recorder = new BatchRecorder((size, nanos) ->
                call((to, at, time, events, error) -> to.onBatch(at, size, time), component, nanos, null));
        batches[component] = recorder;
        return recorder;
    }

    /**
     * Returns the observation of a batch, or null.
     *
     * @param events the observations of its sampled events
     */
    public @Nullable BatchObserver observeBatch(int component, int size, List<EventObservation> events) {
        GuardedCallback<BatchObservation> observation = observer.get(to -> to.batchStarted(component, size, events));
        return observation == null
                ? null
                : error -> observation.call(
                        (to, at, nanos, outcome, thrown) -> to.stopped(thrown), component, 0, null, error);
    }

    /** Receives the end of a batch. */
    @FunctionalInterface
    public interface BatchObserver {

        /** @param error what the events of the batch failed with, or null */
        void stopped(@Nullable Throwable error);
    }

    void recordService(int component, long nanos, boolean heard) {
        record(service[component], nanos);
        if (heard) {
            call((to, at, time, outcome, error) -> to.onService(at, time), component, nanos, null);
        }
    }

    void recordWaiting(int slot, long nanos, boolean heard) {
        record(waiting[slot], nanos);
        if (heard) {
            call((to, at, time, outcome, error) -> to.onWaiting(at, time), slot, nanos, null);
        }
    }

    /**
     * Records how long an event was in the stage that begins at a component.
     *
     * @param heard whether the listener receives it
     */
    public void recordStage(int stage, long nanos, boolean heard) {
        record(stages[stage], nanos);
        if (heard) {
            call((to, at, time, outcome, error) -> to.onStage(at, time), stage, nanos, null);
        }
    }

    /** Records that the current thread called the continuation of a transition task. */
    public void recordCaller(int component) {
        try {
            callers[component].add(Thread.currentThread().getId());
        } catch (OutOfMemoryError noMemory) {
            // As with times.
        }
    }

    @SuppressWarnings("NullAway") // the outcome is passed
    void recordEnd(EventOutcome outcome, long nanos, boolean heard) {
        record(latency, nanos);
        if (heard) {
            call((to, at, time, how, error) -> to.onEnd((EventOutcome) how, time), 0, nanos, outcome);
        }
    }

    /** Records how long a transaction was open. */
    @SuppressWarnings("NullAway") // the outcome is passed
    public void recordTransaction(int from, Transaction.Outcome outcome, long nanos) {
        call((to, at, time, how, error) -> to.onTransaction(at, (Transaction.Outcome) how, time), from, nanos, outcome);
    }

    private void call(GuardedCallback.Call<SampleListener> call, int index, long nanos, @Nullable Object outcome) {
        GuardedCallback<SampleListener> present = listener;
        if (present != null) {
            present.call(call, index, nanos, outcome, null);
        }
    }

    /** Loses a measurement, but never its event, if there is no memory for it. */
    private static void record(RollingHistogram times, long nanos) {
        try {
            times.record(nanos);
        } catch (OutOfMemoryError noMemory) {
            // The next measurement may find some.
        }
    }

    /** Assigns everything recorded since the last call to a second. */
    void roll(long second) {
        latency.roll(second);
        Stream.of(service, waiting, stages).flatMap(Stream::of).forEach(times -> times.roll(second));
        Stream.of(batches).filter(Objects::nonNull).forEach(some -> some.roll(second));
        Stream.of(callers).forEach(threads -> threads.roll(second));
    }
}
