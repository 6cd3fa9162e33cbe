package io.concor.engine.measure;

import io.concor.Transaction;
import io.concor.statistics.EventObservation;
import io.concor.statistics.EventObserver;
import io.concor.statistics.EventOutcome;
import io.concor.statistics.SampleListener;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Records the measurements of sampled events, each at the index of its component. Thread-safe. */
public final class FlowRecorder {

    private final RollingHistogram latency = new RollingHistogram();
    private final RollingHistogram[] service;
    private final RollingHistogram[] waiting;
    private final RollingHistogram[] stages;
    private final BusyTime[] busy;
    private volatile SampleListener listener = SampleListener.NONE;
    private volatile EventObserver observer = EventObserver.NONE;

    public FlowRecorder(int components) {
        service = histograms(components);
        waiting = histograms(components);
        stages = histograms(components);
        busy = Stream.generate(BusyTime::new).limit(components).toArray(BusyTime[]::new);
    }

    private static RollingHistogram[] histograms(int components) {
        return Stream.generate(RollingHistogram::new).limit(components).toArray(RollingHistogram[]::new);
    }

    /** Replaces the listener that receives each measurement. */
    public void listen(SampleListener next) {
        listener = next == SampleListener.NONE ? next : new GuardedSampleListener(next);
    }

    /** Replaces the observer that follows each sampled event. */
    public void observe(EventObserver next) {
        observer = next == EventObserver.NONE ? next : new GuardedEventObserver(next);
    }

    /** Returns the observation of an event that enters now, or null. */
    @Nullable
    EventObservation observation() {
        return observer.enter();
    }

    void recordService(int component, long nanos) {
        record(service[component], nanos);
        listener.onService(component, nanos);
    }

    void recordWaiting(int slot, long nanos) {
        record(waiting[slot], nanos);
        listener.onWaiting(slot, nanos);
    }

    /** Records how long a thread of a slot worked on one event. */
    public void recordBusy(int slot, long nanos) {
        busy[slot].add(nanos);
    }

    /** Records how long an event was in the stage that begins at a component. */
    public void recordStage(int stage, long nanos) {
        record(stages[stage], nanos);
        listener.onStage(stage, nanos);
    }

    void recordEnd(EventOutcome outcome, long nanos) {
        record(latency, nanos);
        listener.onEnd(outcome, nanos);
    }

    /** Records how long a transaction was open. */
    public void recordTransaction(int from, Transaction.Outcome outcome, long nanos) {
        listener.onTransaction(from, outcome, nanos);
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
        for (int i = 0; i < service.length; i++) {
            service[i].roll(second);
            waiting[i].roll(second);
            stages[i].roll(second);
        }
    }

    RollingHistogram latency() {
        return latency;
    }

    RollingHistogram service(int component) {
        return service[component];
    }

    RollingHistogram waiting(int slot) {
        return waiting[slot];
    }

    RollingHistogram stage(int first) {
        return stages[first];
    }

    BusyTime busy(int slot) {
        return busy[slot];
    }
}
