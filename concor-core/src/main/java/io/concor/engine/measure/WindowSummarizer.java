package io.concor.engine.measure;

import io.concor.JoinSettings;
import io.concor.engine.definition.FlowDefinition;
import io.concor.layout.Layout;
import io.concor.statistics.WindowSummary;
import io.concor.statistics.WindowSummary.BusiestSlot;
import io.concor.statistics.WindowSummary.FullestSlot;
import io.concor.statistics.WindowSummary.SlowestComponent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the most important figures of a flow. It does not build the distributions of each component, slot and stage: of
 * those, the summary has the mean of one. Thread-safe.
 */
final class WindowSummarizer {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final FlowDefinition flow;
    private final FlowCounters counters;
    private final FlowRecorder recorder;

    WindowSummarizer(FlowDefinition flow, FlowCounters counters, FlowRecorder recorder) {
        this.flow = flow;
        this.counters = counters;
        this.recorder = recorder;
    }

    /**
     * Returns the summary of a period.
     *
     * @param counts the counts of the period
     * @param shares those of the part of it in which the present layout was in force
     * @param second the present second
     */
    WindowSummary summarize(CounterSnapshot counts, CounterSnapshot shares, Layout layout, long second) {
        List<BusiestSlot> busy = new ArrayList<>();
        List<FullestSlot> full = new ArrayList<>();
        for (int slot = 0; slot < flow.size(); slot++) {
            JoinSettings join = layout.slots().get(name(slot));
            if (join != null && flow.isHere(slot)) {
                busy.add(new BusiestSlot(name(slot), shares.busy(slot)));
                full.add(new FullestSlot(name(slot), counters.queue(slot), join.capacity()));
            }
        }
        return new WindowSummary(
                counts.seconds(),
                counters.inFlight(),
                counts.failed(),
                counts.refusals().total(),
                counts.perSecond(counts.completed() + counts.failed()),
                recorder.latency.window(second),
                slowest(second),
                busy.stream().max(Comparator.comparingDouble(BusiestSlot::busy)).orElse(null),
                full.stream()
                        .max(Comparator.comparingDouble(FullestSlot::level))
                        .orElse(null));
    }

    /** Returns the summary of a period in which no event was inside. Reads little: most flows of an application may be idle. */
    WindowSummary summarizeIdle(CounterSnapshot start, long now, Layout layout, long second) {
        FullestSlot first = firstFilled(layout);
        return new WindowSummary(
                (now - start.nanos()) / NANOS_PER_SECOND,
                0,
                0,
                counters.refusals().since(start.refusals()).total(),
                0,
                recorder.latency.window(second),
                null,
                first == null ? null : new BusiestSlot(first.name(), 0),
                first);
    }

    private @Nullable FullestSlot firstFilled(Layout layout) {
        for (int slot = 0; slot < flow.size(); slot++) {
            JoinSettings join = layout.slots().get(name(slot));
            if (join != null && flow.isHere(slot)) {
                return new FullestSlot(name(slot), 0, join.capacity());
            }
        }
        return null;
    }

    private @Nullable SlowestComponent slowest(long second) {
        SlowestComponent slowest = null;
        for (int i = 0; i < flow.size(); i++) {
            double micros = recorder.service[i].meanMicros(second);
            if (micros > (slowest == null ? -1 : slowest.meanMicros())) { // not if it is NaN
                slowest = new SlowestComponent(name(i), micros);
            }
        }
        return slowest;
    }

    private String name(int index) {
        return flow.component(index).name();
    }
}
