package io.concor.diagnosis.signal;

import io.concor.diagnosis.signal.FlowWindow.BatchWindow;
import io.concor.diagnosis.signal.FlowWindow.ComponentWindow;
import io.concor.diagnosis.signal.FlowWindow.SlotWindow;
import io.concor.diagnosis.signal.FlowWindow.StoredWindow;
import io.concor.diagnosis.signal.FlowWindow.TransactionRange;
import io.concor.layout.Topology.TransactionScope;
import io.concor.statistics.FlowLevels;
import io.concor.statistics.FlowLevels.ComponentLevels;
import io.concor.statistics.FlowReading;
import io.concor.statistics.FlowReading.BatchReading;
import io.concor.statistics.FlowReading.ComponentReading;
import io.concor.statistics.FlowReading.SlotReading;
import io.concor.statistics.FlowReading.StoredReading;
import io.concor.statistics.QueueFigures;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a flow several times a second and sums a second up. For one thread. */
final class FlowSampler {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    /** Enough to know the share of all: reading a thread's time takes about a microsecond. */
    private static final int MOST_THREADS = 64;

    private final ReadingClock clock;
    private final ProcessorTimes times;
    private final List<TransactionRange> transactions;
    private final Map<String, Boolean> connecting;

    /** The last windows since the layout changed. */
    private final Deque<Observation> recent = new ArrayDeque<>();

    private FlowReading start;
    private long began;
    private List<ThreadTimes> threads;
    private Readings readings;

    /**
     * @param connecting the components whose tasks may use a connection, and whether they are known to
     */
    FlowSampler(
            ReadingClock clock,
            ProcessorTimes times,
            FlowReading first,
            List<TransactionScope> transactions,
            Map<String, Boolean> connecting) {
        this.clock = clock;
        this.times = times;
        this.transactions = ranges(first, transactions);
        this.connecting = connecting;
        this.start = first;
        this.began = clock.of(first);
        this.threads = threadTimes(first);
        this.readings = new Readings(first.components().size(), new ArrivalReadings());
    }

    private static List<TransactionRange> ranges(FlowReading reading, List<TransactionScope> scopes) {
        List<String> names =
                reading.components().stream().map(ComponentReading::name).toList();
        return scopes.stream()
                .map(scope -> new TransactionRange(names.indexOf(scope.from()), names.indexOf(scope.to())))
                .toList();
    }

    private List<ThreadTimes> threadTimes(FlowReading reading) {
        return reading.slots().stream()
                .map(slot -> slot.threadIds().stream().limit(MOST_THREADS).toList())
                .map(ids -> new ThreadTimes(ids, times.ofThreads(ids)))
                .toList();
    }

    /**
     * The processor times of the threads of a slot.
     *
     * @param ids their identifiers
     * @param nanos their times, or nothing if unknown
     */
    private record ThreadTimes(List<Long> ids, long[] nanos) {}

    String name() {
        return start.flow();
    }

    /**
     * Adds a window. Returns the last five. One in which the layout changed shows nothing about either layout, and a short one
     * next to nothing.
     */
    List<Observation> add(Observation second) {
        recent.removeIf(seen -> seen.flow().isShort());
        if (second.flow().changed()) {
            recent.clear();
            return List.of();
        }
        if (recent.size() == Observation.KEPT) {
            recent.removeFirst();
        }
        recent.addLast(second);
        return List.copyOf(recent);
    }

    /** Whether this is of the flow that was built at that time, and not of another one with the same name. */
    boolean isOf(long builtNanos) {
        return builtNanos == start.builtNanos();
    }

    void sample(FlowLevels levels) {
        readings.add(levels);
    }

    /** No event is inside, so there is nothing else to read. */
    void sampleEmpty(long nanos, long arrived) {
        readings.addEmpty(nanos, arrived);
    }

    /** Ends the window that began when this was last called, with a reading of now. */
    FlowWindow window(FlowReading now) {
        long nanos = clock.of(now);
        double seconds = Math.max(1, nanos - began) / NANOS_PER_SECOND;
        List<SlotWindow> slots =
                indices(now).mapToObj(i -> slot(i, now, seconds)).toList();
        List<ComponentWindow> components =
                indices(now).mapToObj(i -> component(i, now, seconds)).toList();
        FlowWindow window = new FlowWindow(
                now.builtNanos(),
                now.layout(),
                now.layout().version() != start.layout().version(),
                seconds,
                (now.completed() + now.failed() - start.completed() - start.failed()) / seconds,
                (now.recovered() - start.recovered()) / seconds,
                (now.refused() - start.refused()) / seconds,
                (now.failed() - start.failed()) / seconds,
                (now.timeouts() - start.timeouts()) / seconds,
                now.maxInFlight(),
                Level.of(readings.inFlight),
                Level.of(readings.admitted),
                Level.of(readings.waitingCallers),
                readings.arrivals.pattern(),
                transactions.stream()
                        .mapToDouble(range -> range.waiting(components, slots))
                        .sum(),
                transactions,
                components,
                slots,
                FlowWindow.stages(components, slots));
        start = now;
        began = nanos;
        threads = threadTimes(now);
        readings = new Readings(now.components().size(), readings.arrivals.next());
        return window;
    }

    private static IntStream indices(FlowReading reading) {
        return IntStream.range(0, reading.components().size());
    }

    private ComponentWindow component(int i, FlowReading now, double seconds) {
        ComponentReading component = now.components().get(i);
        ComponentReading before = start.components().get(i);
        return new ComponentWindow(
                component.name(),
                component.kind(),
                Level.of(readings.running.get(i)),
                Level.of(readings.runningOutside.get(i)),
                Level.of(readings.pending.get(i)),
                (component.errors() - before.errors()) / seconds,
                (component.timeouts() - before.timeouts()) / seconds,
                ThrownErrors.between(before.thrown(), component.thrown(), seconds),
                component.callingThreads(),
                connecting.containsKey(component.name()),
                connecting.getOrDefault(component.name(), false));
    }

    private SlotWindow slot(int i, FlowReading now, double seconds) {
        SlotReading slot = now.slots().get(i);
        SlotReading before = start.slots().get(i);
        double busy = slot.busyNanos() - before.busyNanos();
        double blocked = slot.blockedNanos() - before.blockedNanos();
        double all = Math.max(slot.threadNanos() - before.threadNanos(), busy + blocked);
        return new SlotWindow(
                slot.name(),
                slot.settings(),
                (slot.taken() - before.taken()) / seconds,
                all <= 0 ? 0 : busy / all,
                all <= 0 ? 0 : blocked / all,
                processorShare(i, slot, all),
                Level.of(readings.queue.get(i)),
                slot.hottestLane() == null ? OptionalDouble.empty() : OptionalDouble.of(slot.hottestLane()),
                batches(slot.batches()),
                slot.stored() == null ? null : stored(i, slot.stored(), before.stored(), all, seconds));
    }

    /** A store that was opened meanwhile has done nothing before. */
    private StoredWindow stored(
            int i, StoredReading now, @Nullable StoredReading earlier, double threadNanos, double seconds) {
        StoredReading before = earlier == null ? now : earlier;
        QueueFigures after = now.queue();
        QueueFigures first = before.queue();
        double inStore = Math.max(0, now.transactionNanos() - before.transactionNanos());
        return new StoredWindow(
                Level.of(readings.storing.get(i)),
                after.waitingForRoom(),
                Math.min(first.depth(), after.depth()),
                (after.put() - after.taken() - first.put() + first.taken()) / seconds,
                threadNanos <= 0 ? 0 : Math.min(1, inStore / threadNanos),
                inStore / Math.max(1, now.transactions() - before.transactions()) / NANOS_PER_SECOND,
                share(after.writingNanos() - first.writingNanos(), seconds),
                share(after.readingNanos() - first.readingNanos(), seconds),
                after.failure());
    }

    private static double share(long nanos, double seconds) {
        return Math.max(0, Math.min(1, nanos / NANOS_PER_SECOND / seconds));
    }

    private static @Nullable BatchWindow batches(@Nullable BatchReading reading) {
        return reading == null ? null : new BatchWindow(reading.limit(), reading.meanSize());
    }

    /** Threads that have ended or begun in the window are taken to be like the others. */
    private OptionalDouble processorShare(int i, SlotReading slot, double threadNanos) {
        ThreadTimes before = threads.get(i);
        LongSummaryStatistics used = ProcessorTimes.used(before.nanos(), times.ofThreads(before.ids()));
        return used.getCount() == 0 || threadNanos <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.min(1, used.getAverage() * slot.totalThreads() / threadNanos));
    }

    /** The levels read in a window. */
    private static final class Readings {

        private final DoubleSummaryStatistics inFlight = new DoubleSummaryStatistics();
        private final DoubleSummaryStatistics admitted = new DoubleSummaryStatistics();
        private final DoubleSummaryStatistics waitingCallers = new DoubleSummaryStatistics();
        private final ArrivalReadings arrivals;
        private final List<DoubleSummaryStatistics> running;
        private final List<DoubleSummaryStatistics> runningOutside;
        private final List<DoubleSummaryStatistics> pending;
        private final List<DoubleSummaryStatistics> queue;
        private final List<DoubleSummaryStatistics> storing;

        Readings(int components, ArrivalReadings arrivals) {
            this.arrivals = arrivals;
            running = ofEach(components);
            runningOutside = ofEach(components);
            pending = ofEach(components);
            queue = ofEach(components);
            storing = ofEach(components);
        }

        private static List<DoubleSummaryStatistics> ofEach(int components) {
            return Stream.generate(DoubleSummaryStatistics::new)
                    .limit(components)
                    .toList();
        }

        void add(FlowLevels levels) {
            inFlight.accept(levels.inFlight());
            admitted.accept(Math.max(0, levels.inFlight() - levels.fromStores()));
            waitingCallers.accept(levels.waitingCallers());
            arrivals.add(levels.nanos(), levels.arrived());
            for (int i = 0; i < queue.size(); i++) {
                ComponentLevels component = levels.components().get(i);
                running.get(i).accept(component.running());
                runningOutside.get(i).accept(component.runningOutside());
                pending.get(i).accept(component.pending());
                queue.get(i).accept(component.queue());
                storing.get(i).accept(component.storing());
            }
        }

        void addEmpty(long nanos, long arrived) {
            arrivals.add(nanos, arrived);
            inFlight.accept(0);
            admitted.accept(0);
            waitingCallers.accept(0);
            Stream.of(running, runningOutside, pending, queue, storing)
                    .flatMap(List::stream)
                    .forEach(level -> level.accept(0));
        }
    }
}
