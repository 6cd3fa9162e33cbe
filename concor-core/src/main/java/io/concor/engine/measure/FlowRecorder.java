package io.concor.engine.measure;

import io.concor.statistics.EventObservation;
import io.concor.statistics.EventObserver;
import io.concor.statistics.EventOutcome;
import io.concor.statistics.SampleListener;
import io.concor.statistics.TransactionOutcome;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Takes the measurements of sampled events, at the index of their component. Thread-safe. */
public final class FlowRecorder {

    private final RollingHistogram latency = new RollingHistogram();
    private final RollingHistogram[] service;
    private final RollingHistogram[] waiting;
    private final RollingHistogram[] stages;
    private final BusyTime[] busy;
    private volatile SampleListener listener = SampleListener.NONE;
    private volatile EventObserver observer = EventObserver.NONE;

    public FlowRecorder(int components) {
        service = timelines(components);
        waiting = timelines(components);
        stages = timelines(components);
        busy = Stream.generate(BusyTime::new).limit(components).toArray(BusyTime[]::new);
    }

    private static RollingHistogram[] timelines(int components) {
        return Stream.generate(RollingHistogram::new).limit(components).toArray(RollingHistogram[]::new);
    }

    public void listen(SampleListener next) {
        listener = next == SampleListener.NONE ? next : new GuardedSampleListener(next);
    }

    public void observe(EventObserver next) {
        observer = next == EventObserver.NONE ? next : new GuardedEventObserver(next);
    }

    /** Who follows the event that enters now, or null for nobody. */
    @Nullable
    EventObservation observation() {
        return observer.enter();
    }

    void served(int component, long nanos) {
        record(service[component], nanos);
        listener.onService(component, nanos);
    }

    void waited(int slot, long nanos) {
        record(waiting[slot], nanos);
        listener.onWaiting(slot, nanos);
    }

    public void busy(int slot, long nanos) {
        busy[slot].add(nanos);
    }

    /** An event left the stage that begins at a component. */
    public void left(int stage, long nanos) {
        record(stages[stage], nanos);
        listener.onStage(stage, nanos);
    }

    void ended(EventOutcome outcome, long nanos) {
        record(latency, nanos);
        listener.onEnd(outcome, nanos);
    }

    public void transaction(int from, TransactionOutcome outcome, long nanos) {
        listener.onTransaction(from, outcome, nanos);
    }

    /** A measurement for which there is no memory is lost, not its event. */
    private static void record(RollingHistogram times, long nanos) {
        try {
            times.record(nanos);
        } catch (OutOfMemoryError noMemory) {
            // The next one may find some.
        }
    }

    /** Files what was recorded under the given second. */
    public void file(long second) {
        latency.file(second);
        for (int i = 0; i < service.length; i++) {
            service[i].file(second);
            waiting[i].file(second);
            stages[i].file(second);
        }
    }

    public RollingHistogram latency() {
        return latency;
    }

    public RollingHistogram service(int component) {
        return service[component];
    }

    public RollingHistogram waiting(int slot) {
        return waiting[slot];
    }

    public RollingHistogram stage(int first) {
        return stages[first];
    }

    public BusyTime busy(int slot) {
        return busy[slot];
    }
}
