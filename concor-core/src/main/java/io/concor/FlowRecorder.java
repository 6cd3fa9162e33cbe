package io.concor;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Takes the measurements of sampled events, at the index of their component. Thread-safe. */
final class FlowRecorder {

    private final RollingHistogram latency = new RollingHistogram();
    private final RollingHistogram[] service;
    private final RollingHistogram[] waiting;
    private final RollingHistogram[] stages;
    private final BusyTime[] busy;
    private volatile SampleListener listener = SampleListener.NONE;
    private volatile EventObserver observer = EventObserver.NONE;

    FlowRecorder(int components) {
        service = timelines(components);
        waiting = timelines(components);
        stages = timelines(components);
        busy = Stream.generate(BusyTime::new).limit(components).toArray(BusyTime[]::new);
    }

    private static RollingHistogram[] timelines(int components) {
        return Stream.generate(RollingHistogram::new).limit(components).toArray(RollingHistogram[]::new);
    }

    void listen(SampleListener next) {
        listener = next == SampleListener.NONE ? next : new GuardedSampleListener(next);
    }

    void observe(EventObserver next) {
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

    void busy(int slot, long nanos) {
        busy[slot].add(nanos);
    }

    /** An event left the stage that begins at a component. */
    void left(int stage, long nanos) {
        record(stages[stage], nanos);
        listener.onStage(stage, nanos);
    }

    void ended(EventOutcome outcome, long nanos) {
        record(latency, nanos);
        listener.onEnd(outcome, nanos);
    }

    void transaction(int from, TransactionOutcome outcome, long nanos) {
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
    void file(long second) {
        latency.file(second);
        for (int i = 0; i < service.length; i++) {
            service[i].file(second);
            waiting[i].file(second);
            stages[i].file(second);
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
