package io.concor.engine;

import io.concor.Component;
import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.measure.CounterHistory;
import io.concor.engine.measure.CounterSnapshot;
import io.concor.engine.measure.FlowRecorder;
import io.concor.engine.measure.RollingHistogram;
import io.concor.engine.measure.ThreadTime;
import io.concor.layout.Layout;
import io.concor.layout.SlotState;
import io.concor.statistics.FlowStatistics;
import io.concor.statistics.LatencyDistribution;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Reads the statistics of a flow out of its counters and recordings. */
final class StatisticsReader {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final FlowDefinition flow;
    private final AdmissionGate door;
    private final EventCompletion exit;
    private final EventRunner chain;
    private final JoinRegistry joins;
    private final FlowRecorder recorder;
    private final CounterHistory history;
    private final ThreadTime threadTime;

    StatisticsReader(
            FlowDefinition flow,
            AdmissionGate door,
            EventCompletion exit,
            EventRunner chain,
            JoinRegistry joins,
            FlowRecorder recorder) {
        this.flow = flow;
        this.door = door;
        this.exit = exit;
        this.chain = chain;
        this.joins = joins;
        this.recorder = recorder;
        this.threadTime = new ThreadTime(flow, System.nanoTime());
        this.history = new CounterHistory(CounterSnapshot.none(System.nanoTime(), flow.size()));
    }

    /** To be called now and then, so that the window has a beginning; keeps a moment a second. */
    void tick() {
        long now = System.nanoTime();
        if (history.due(now)) {
            history.add(counts(now));
            recorder.file(second(now));
        }
    }

    /** The layout is about to be replaced. */
    void layoutEnds() {
        threadTime.add(chain.plan().layout(), System.nanoTime());
    }

    private static long second(long nanos) {
        return Math.floorDiv(nanos, TimeUnit.SECONDS.toNanos(1)) & Long.MAX_VALUE;
    }

    private CounterSnapshot counts(long now) {
        int size = flow.size();
        long[] taken = new long[size];
        long[] busyNanos = new long[size];
        long[] busyEvents = new long[size];
        for (int i = 0; i < size; i++) {
            taken[i] = joins.taken(i);
            busyNanos[i] = recorder.busy(i).nanos();
            busyEvents[i] = recorder.busy(i).events();
        }
        return new CounterSnapshot(
                now,
                door.contexts().completed(),
                exit.failed(),
                door.refused(),
                taken,
                busyNanos,
                busyEvents,
                threadTime.add(chain.plan().layout(), now));
    }

    FlowStatistics read(Sampling sampling, List<SlotState> filled) {
        CounterSnapshot now = counts(System.nanoTime());
        long second = second(now.nanos());
        Layout layout = chain.plan().layout();
        return new FlowStatistics(
                flow.name(),
                sampling,
                door.contexts().held(),
                period(now.since(history.windowStart(now.nanos())), layout, times -> times.window(second)),
                period(now.since(history.start()), layout, times -> times.sinceStart(second)),
                filled);
    }

    private FlowStatistics.Period period(
            CounterSnapshot counts, Layout layout, Function<RollingHistogram, LatencyDistribution> reading) {
        double seconds = counts.nanos() / NANOS_PER_SECOND;
        List<FlowStatistics.ComponentPeriod> components = new ArrayList<>();
        List<FlowStatistics.SlotPeriod> slots = new ArrayList<>();
        List<FlowStatistics.StagePeriod> stages = new ArrayList<>();
        for (int i = 0; i < flow.size(); i++) {
            Component component = flow.component(i);
            JoinSettings join = layout.slots().get(component.name());
            components.add(new FlowStatistics.ComponentPeriod(
                    component.name(), component.kind(), reading.apply(recorder.service(i))));
            if (join != null) {
                slots.add(slot(i, counts, seconds, reading));
            }
            if (join != null || i == 0) {
                stages.add(new FlowStatistics.StagePeriod(component.name(), reading.apply(recorder.stage(i))));
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

    private FlowStatistics.SlotPeriod slot(
            int i, CounterSnapshot counts, double seconds, Function<RollingHistogram, LatencyDistribution> reading) {
        double throughput = perSecond(Math.max(0, counts.taken()[i]), seconds);
        return new FlowStatistics.SlotPeriod(
                flow.component(i).name(), reading.apply(recorder.waiting(i)), throughput, counts.utilisation(i));
    }

    private static double perSecond(long events, double seconds) {
        return seconds <= 0 ? 0 : events / seconds;
    }
}
