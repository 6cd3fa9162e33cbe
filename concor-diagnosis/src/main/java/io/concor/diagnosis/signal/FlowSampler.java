package io.concor.diagnosis.signal;

import io.concor.diagnosis.signal.FlowWindow.BatchWindow;
import io.concor.diagnosis.signal.FlowWindow.ComponentWindow;
import io.concor.diagnosis.signal.FlowWindow.SlotWindow;
import io.concor.layout.Topology.TransactionScope;
import io.concor.statistics.FlowLevels;
import io.concor.statistics.FlowLevels.ComponentLevels;
import io.concor.statistics.FlowReading;
import io.concor.statistics.FlowReading.BatchReading;
import io.concor.statistics.FlowReading.ComponentReading;
import io.concor.statistics.FlowReading.SlotReading;
import java.util.List;
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
    private final TransactionRanges transactions;
    private final ConnectingTasks connecting;

    private FlowReading start;
    private long began;
    private List<ThreadTimes> threads;
    private Readings readings;

    FlowSampler(
            ReadingClock clock,
            ProcessorTimes times,
            FlowReading first,
            List<TransactionScope> transactions,
            ConnectingTasks connecting) {
        this.clock = clock;
        this.times = times;
        this.transactions = new TransactionRanges(transactions);
        this.connecting = connecting;
        this.start = first;
        this.began = clock.of(first);
        this.threads = threadTimes(first);
        this.readings = new Readings(first.components().size(), new ArrivalReadings());
    }

    private List<ThreadTimes> threadTimes(FlowReading reading) {
        return reading.slots().stream()
                .map(slot -> slot.threadIds().stream().limit(MOST_THREADS).toList())
                .map(ids -> new ThreadTimes(ids, ids.isEmpty() ? new long[0] : times.ofThreads(ids)))
                .toList();
    }

    /**
     * The processor times of the threads of a slot.
     *
     * @param ids their identifiers
     * @param nanos their times, or nothing if unknown
     */
    private record ThreadTimes(List<Long> ids, long[] nanos) {}

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
                readings.inFlight.level(),
                readings.waitingCallers.level(),
                readings.arrivals.pattern(),
                transactions.waiting(components, slots),
                transactions.in(components),
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
                readings.running.get(i).level(),
                readings.runningOutside.get(i).level(),
                readings.pending.get(i).level(),
                (component.errors() - before.errors()) / seconds,
                (component.timeouts() - before.timeouts()) / seconds,
                ThrownErrors.between(before.thrown(), component.thrown(), seconds),
                component.callingThreads(),
                connecting.mayConnect(component.name()),
                connecting.connects(component.name()));
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
                readings.queue.get(i).level(),
                slot.hottestLane() == null ? OptionalDouble.empty() : OptionalDouble.of(slot.hottestLane()),
                batches(slot.batches()));
    }

    private static @Nullable BatchWindow batches(@Nullable BatchReading reading) {
        return reading == null ? null : new BatchWindow(reading.limit(), reading.meanSize());
    }

    /** Threads that have ended or begun in the window are taken to be like the others. */
    private OptionalDouble processorShare(int i, SlotReading slot, double threadNanos) {
        ThreadTimes before = threads.get(i);
        long[] present = before.nanos().length == 0 ? new long[0] : times.ofThreads(before.ids());
        long known = ProcessorTimes.known(before.nanos(), present);
        if (known == 0 || threadNanos <= 0) {
            return OptionalDouble.empty();
        }
        double all = (double) ProcessorTimes.used(before.nanos(), present) * slot.totalThreads() / known;
        return OptionalDouble.of(Math.min(1, all / threadNanos));
    }

    /** The levels read in a window. */
    private static final class Readings {

        private final Level.Readings inFlight = new Level.Readings();
        private final Level.Readings waitingCallers = new Level.Readings();
        private final ArrivalReadings arrivals;
        private final List<Level.Readings> running;
        private final List<Level.Readings> runningOutside;
        private final List<Level.Readings> pending;
        private final List<Level.Readings> queue;

        Readings(int components, ArrivalReadings arrivals) {
            this.arrivals = arrivals;
            running = ofEach(components);
            runningOutside = ofEach(components);
            pending = ofEach(components);
            queue = ofEach(components);
        }

        private static List<Level.Readings> ofEach(int components) {
            return Stream.generate(Level.Readings::new).limit(components).toList();
        }

        void add(FlowLevels levels) {
            inFlight.add(levels.inFlight());
            waitingCallers.add(levels.waitingCallers());
            arrivals.add(levels.nanos(), levels.arrived());
            for (int i = 0; i < queue.size(); i++) {
                ComponentLevels component = levels.components().get(i);
                running.get(i).add(component.running());
                runningOutside.get(i).add(component.runningOutside());
                pending.get(i).add(component.pending());
                queue.get(i).add(component.queue());
            }
        }

        void addEmpty(long nanos, long arrived) {
            arrivals.add(nanos, arrived);
            inFlight.add(0);
            waitingCallers.add(0);
            Stream.of(running, runningOutside, pending, queue)
                    .flatMap(List::stream)
                    .forEach(level -> level.add(0));
        }
    }
}
