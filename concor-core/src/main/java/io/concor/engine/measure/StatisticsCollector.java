package io.concor.engine.measure;

import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.Sampling;
import io.concor.engine.definition.FlowDefinition;
import io.concor.layout.Layout;
import io.concor.layout.SlotState;
import io.concor.statistics.FlowHistograms;
import io.concor.statistics.FlowLevels;
import io.concor.statistics.FlowLevels.ComponentLevels;
import io.concor.statistics.FlowReading;
import io.concor.statistics.FlowReading.ComponentReading;
import io.concor.statistics.FlowReading.SlotReading;
import io.concor.statistics.FlowSecond;
import io.concor.statistics.FlowSecond.SlotSecond;
import io.concor.statistics.FlowStatistics;
import io.concor.statistics.FlowStatistics.ComponentFigures;
import io.concor.statistics.FlowStatistics.LatencyDistribution;
import io.concor.statistics.FlowStatistics.Period;
import io.concor.statistics.FlowStatistics.SlotFigures;
import io.concor.statistics.FlowStatistics.StageFigures;
import io.concor.statistics.WindowSummary;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Collects the statistics of a flow: once a second it stores the flow's counters and rolls its histograms, so that a
 * reader gets the last ten seconds as well as the whole time. Counts come from all events, times from sampled ones.
 */
public final class StatisticsCollector {

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long NO_VERSION = -1;

    private final FlowDefinition flow;
    private final FlowCounters counters;
    private final FlowRecorder recorder;
    private final WindowSummarizer summarizer;
    private final CounterHistory history;
    /** The last seconds, the oldest first: some 200 bytes for each, and 45 for each filled slot. Guarded by itself. */
    private final Deque<FlowSecond> seconds = new ArrayDeque<>();
    /** For the thread that collects. */
    private long versionBefore = NO_VERSION;

    private final ThreadCapacity threadCapacity;

    public StatisticsCollector(FlowDefinition flow, FlowCounters counters, FlowRecorder recorder) {
        this.flow = flow;
        this.counters = counters;
        this.recorder = recorder;
        this.summarizer = new WindowSummarizer(flow, counters, recorder);
        recorder.latency.endSecond(second(System.nanoTime()));
        this.threadCapacity = new ThreadCapacity(flow, System.nanoTime());
        this.history = new CounterHistory(CounterSnapshot.none(System.nanoTime(), flow.size()));
    }

    /** Stores a snapshot if the last one is a second old. Call it several times a second. */
    public void collect() {
        long now = System.nanoTime();
        if (history.due(now)) {
            CounterSnapshot before = history.last();
            CounterSnapshot present = snapshot(now);
            history.add(present);
            recorder.roll(second(now));
            keep(second(present.since(before), second(now)));
        }
    }

    private void keep(FlowSecond second) {
        synchronized (seconds) {
            seconds.add(second);
            if (seconds.size() > FlowSecond.MOST) {
                seconds.removeFirst();
            }
        }
    }

    private FlowSecond second(CounterSnapshot counts, long second) {
        Layout layout = counters.layout();
        boolean changed = versionBefore != NO_VERSION && layout.version() != versionBefore;
        versionBefore = layout.version();
        return new FlowSecond(
                Instant.now(),
                counts.seconds(),
                counts.perSecond(counts.completed() + counts.failed()),
                counts.perSecond(counts.failed()),
                counts.perSecond(counts.refusals().total()),
                counters.inFlight(),
                recorder.latency.endSecond(second),
                layout.version(),
                changed,
                figures(
                        slot -> isFilled(layout, slot),
                        slot -> new SlotSecond(
                                name(slot), counters.queue(slot), counts.busy(slot), counts.blocked(slot))));
    }

    public List<FlowSecond> seconds(int most) {
        synchronized (seconds) {
            return seconds.stream().skip(Math.max(0, seconds.size() - most)).toList();
        }
    }

    /** Accounts for the layout in force, which is about to be replaced. */
    public void layoutEnds() {
        history.layoutEnds(snapshot(System.nanoTime()));
    }

    private static long second(long nanos) {
        return Math.floorDiv(nanos, SECOND_NANOS) & Long.MAX_VALUE;
    }

    private CounterSnapshot snapshot(long now) {
        SpentTime[] spent = counters.spent(now);
        return new CounterSnapshot(
                now,
                counters.completed(),
                counters.failed(),
                counters.refusals(),
                ofEach(i -> counters.errors(i).all()),
                ofEach(counters::retries),
                counters.taken(),
                ofEach(slot -> spent[slot].busyNanos()),
                ofEach(slot -> spent[slot].blockedNanos()),
                threadCapacity.accountFor(counters.layout(), now),
                counters.takenOfLanes());
    }

    private long[] ofEach(IntToLongFunction counter) {
        long[] values = new long[flow.size()];
        Arrays.setAll(values, counter);
        return values;
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
        CounterSnapshot sinceStart = now.since(history.start());
        Period window = period(
                now.since(history.windowStart(now.nanos())),
                now.since(history.startOfShares(now.nanos())),
                layout,
                times -> times.window(second));
        Period all = period(sinceStart, sinceStart, layout, times -> times.sinceStart(second));
        return new FlowStatistics(flow.name(), sampling, counters.inFlight(), window, all, filled);
    }

    /** Returns the most important figures of the last ten seconds. */
    public WindowSummary summary() {
        long now = System.nanoTime();
        CounterSnapshot start = history.windowStart(now);
        return counters.inFlight() == 0 && hasEndedNoneSince(start)
                ? summarizer.summarizeIdle(start, now, counters.layout(), second(now))
                : summarize(snapshot(now), start, second(now));
    }

    private WindowSummary summarize(CounterSnapshot now, CounterSnapshot start, long second) {
        return summarizer.summarize(
                now.since(start), now.since(history.startOfShares(now.nanos())), counters.layout(), second);
    }

    private boolean hasEndedNoneSince(CounterSnapshot start) {
        return counters.completed() == start.completed() && counters.failed() == start.failed();
    }

    public FlowReading reading(int maxInFlight, List<SlotState> states) {
        CounterSnapshot now = snapshot(System.nanoTime());
        CounterSnapshot window = now.lanes().isEmpty() ? now : now.since(history.windowStart(now.nanos()));
        return new FlowReading(
                flow.name(),
                history.start().nanos(),
                now.nanos(),
                counters.layout(),
                maxInFlight,
                counters.inFlight(),
                now.completed(),
                counters.recovered(),
                now.failed(),
                counters.timeoutCount(),
                now.refusals().overload().total(),
                counters.waitingCallers(),
                components(),
                all(slot -> slot(slot, now, states.get(slot), window.hottestLane(slot))));
    }

    public FlowLevels levels() {
        return new FlowLevels(
                history.start().nanos(),
                System.nanoTime(),
                counters.admitted() + counters.refusals().total(),
                counters.inFlight(),
                counters.fromStores(),
                counters.waitingCallers(),
                locateEvents());
    }

    private List<ComponentLevels> locateEvents() {
        int[] running = new int[flow.size()];
        int[] outside = new int[flow.size()];
        int[] pending = new int[flow.size()];
        counters.locate(running, outside, pending);
        return all(
                i -> new ComponentLevels(running[i], outside[i], pending[i], counters.queue(i), counters.storing(i)));
    }

    private List<ComponentReading> components() {
        List<ComponentLevels> levels = locateEvents();
        return all(i -> new ComponentReading(
                name(i),
                flow.component(i).kind(),
                levels.get(i).running(),
                levels.get(i).runningOutside(),
                levels.get(i).pending(),
                counters.errors(i).all(),
                counters.errors(i).timeouts(),
                counters.errors(i).latest(),
                counters.errors(i).thrown(),
                recorder.callers[i].number()));
    }

    private SlotReading slot(int slot, CounterSnapshot now, SlotState state, @Nullable Double hottestLane) {
        return new SlotReading(
                name(slot),
                flow.isHere(slot) ? state.settings() : null,
                now.taken()[slot],
                now.busyNanos()[slot],
                now.blockedNanos()[slot],
                now.threadNanos()[slot],
                state.queueSize(),
                state.totalThreads(),
                isVirtual(state.settings()) ? List.of() : counters.threadIds(slot),
                hottestLane,
                batches(slot, batches -> batches.reading(second(now.nanos()))),
                counters.stored(slot));
    }

    private static boolean isVirtual(@Nullable JoinSettings settings) {
        return settings != null && settings.pool() == PoolKind.VIRTUAL;
    }

    public FlowHistograms histograms() {
        long second = second(System.nanoTime());
        return new FlowHistograms(
                recorder.latency.histogram(second),
                all(i -> recorder.service[i].histogram(second)),
                all(i -> recorder.waiting[i].histogram(second)));
    }

    private Period period(
            CounterSnapshot counts,
            CounterSnapshot shares,
            Layout layout,
            Function<RollingHistogram, LatencyDistribution> reading) {
        IntPredicate filled = index -> isFilled(layout, index);
        return new Period(
                counts.seconds(),
                counts.completed(),
                counts.failed(),
                counts.refusals(),
                counts.perSecond(counts.completed() + counts.failed()),
                reading.apply(recorder.latency),
                figures(
                        flow::isHere,
                        index -> new ComponentFigures(
                                name(index),
                                flow.component(index).kind(),
                                counts.errors()[index],
                                counts.retries()[index],
                                reading.apply(recorder.service[index]))),
                figures(filled, index -> slot(index, counts, shares, reading)),
                figures(
                        filled.or(index -> index == 0 && flow.isHere(0)),
                        index -> new StageFigures(name(index), reading.apply(recorder.stages[index]))));
    }

    /** Whether threads of this process serve the slot. */
    private boolean isFilled(Layout layout, int slot) {
        return flow.isHere(slot) && layout.slots().containsKey(name(slot));
    }

    private <T> List<T> all(IntFunction<T> figures) {
        return figures(index -> true, figures);
    }

    private <T> List<T> figures(IntPredicate included, IntFunction<T> figures) {
        return IntStream.range(0, flow.size())
                .filter(included)
                .mapToObj(figures)
                .toList();
    }

    private String name(int index) {
        return flow.component(index).name();
    }

    private SlotFigures slot(
            int index,
            CounterSnapshot counts,
            CounterSnapshot shares,
            Function<RollingHistogram, LatencyDistribution> reading) {
        return new SlotFigures(
                name(index),
                reading.apply(recorder.waiting[index]),
                counts.perSecond(Math.max(0, counts.taken()[index])),
                shares.busy(index),
                shares.blocked(index),
                counts.hottestLane(index),
                batches(index, batches -> batches.figures(reading)));
    }

    private <T> @Nullable T batches(int component, Function<BatchRecorder, ? extends @Nullable T> reading) {
        BatchRecorder batches = recorder.batches[component];
        return batches == null ? null : reading.apply(batches);
    }
}
