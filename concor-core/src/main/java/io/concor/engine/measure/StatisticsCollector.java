package io.concor.engine.measure;

import io.concor.Component;
import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.engine.definition.FlowDefinition;
import io.concor.layout.Layout;
import io.concor.layout.SlotState;
import io.concor.statistics.FlowStatistics;
import io.concor.statistics.FlowStatistics.LatencyDistribution;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Collects the statistics of a flow: once a second it stores the flow's counters and rolls its histograms, so that a
 * reader gets the last ten seconds as well as the whole time. Counts come from all events, times from sampled ones.
 */
public final class StatisticsCollector {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final FlowDefinition flow;
    private final FlowCounters counters;
    private final FlowRecorder recorder;
    private final CounterHistory history;
    private final ThreadCapacity threadCapacity;

    public StatisticsCollector(FlowDefinition flow, FlowCounters counters, FlowRecorder recorder) {
        this.flow = flow;
        this.counters = counters;
        this.recorder = recorder;
        this.threadCapacity = new ThreadCapacity(flow, System.nanoTime());
        this.history = new CounterHistory(CounterSnapshot.none(System.nanoTime(), flow.size()));
    }

    /** Stores a snapshot if the last one is a second old. Call it several times a second. */
    public void collect() {
        long now = System.nanoTime();
        if (history.due(now)) {
            history.add(snapshot(now));
            recorder.roll(second(now));
        }
    }

    /** Accounts for the layout in force, which is about to be replaced. */
    public void layoutEnds() {
        threadCapacity.accountFor(counters.layout(), System.nanoTime());
    }

    private static long second(long nanos) {
        return Math.floorDiv(nanos, TimeUnit.SECONDS.toNanos(1)) & Long.MAX_VALUE;
    }

    private CounterSnapshot snapshot(long now) {
        int size = flow.size();
        long[] taken = new long[size];
        long[] busyNanos = new long[size];
        long[] busyEvents = new long[size];
        for (int i = 0; i < size; i++) {
            taken[i] = counters.taken(i);
            busyNanos[i] = recorder.busy(i).nanos();
            busyEvents[i] = recorder.busy(i).events();
        }
        return new CounterSnapshot(
                now,
                counters.completed(),
                counters.failed(),
                counters.refused(),
                taken,
                busyNanos,
                busyEvents,
                threadCapacity.accountFor(counters.layout(), now));
    }

    /**
     * Returns the statistics of now.
     *
     * @param filled the state of the filled slots
     */
    public FlowStatistics read(Sampling sampling, List<SlotState> filled) {
        CounterSnapshot now = snapshot(System.nanoTime());
        long second = second(now.nanos());
        Layout layout = counters.layout();
        return new FlowStatistics(
                flow.name(),
                sampling,
                counters.inFlight(),
                period(now.since(history.windowStart(now.nanos())), layout, times -> times.window(second)),
                period(now.since(history.start()), layout, times -> times.sinceStart(second)),
                filled);
    }

    private FlowStatistics.Period period(
            CounterSnapshot counts, Layout layout, Function<RollingHistogram, LatencyDistribution> reading) {
        double seconds = counts.nanos() / NANOS_PER_SECOND;
        List<FlowStatistics.ComponentFigures> components = new ArrayList<>();
        List<FlowStatistics.SlotFigures> slots = new ArrayList<>();
        List<FlowStatistics.StageFigures> stages = new ArrayList<>();
        for (int i = 0; i < flow.size(); i++) {
            Component component = flow.component(i);
            JoinSettings join = layout.slots().get(component.name());
            components.add(new FlowStatistics.ComponentFigures(
                    component.name(), component.kind(), reading.apply(recorder.service(i))));
            if (join != null) {
                slots.add(slot(i, counts, seconds, reading));
            }
            if (join != null || i == 0) {
                stages.add(new FlowStatistics.StageFigures(component.name(), reading.apply(recorder.stage(i))));
            }
        }
        return new FlowStatistics.Period(
                seconds,
                counts.completed(),
                counts.failed(),
                counts.refused(),
                perSecond(counts.completed() + counts.failed(), seconds),
                reading.apply(recorder.latency()),
                components,
                slots,
                stages);
    }

    private FlowStatistics.SlotFigures slot(
            int slot, CounterSnapshot counts, double seconds, Function<RollingHistogram, LatencyDistribution> reading) {
        return new FlowStatistics.SlotFigures(
                flow.component(slot).name(),
                reading.apply(recorder.waiting(slot)),
                perSecond(Math.max(0, counts.taken()[slot]), seconds),
                counts.utilisation(slot));
    }

    private static double perSecond(long events, double seconds) {
        return seconds <= 0 ? 0 : events / seconds;
    }
}
