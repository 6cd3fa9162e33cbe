package io.concor.diagnosis;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.signal.ArrivalPattern;
import io.concor.diagnosis.signal.ArrivalPattern.ArrivalCount;
import io.concor.diagnosis.signal.FlowWindow;
import io.concor.diagnosis.signal.FlowWindow.BatchWindow;
import io.concor.diagnosis.signal.FlowWindow.ComponentWindow;
import io.concor.diagnosis.signal.FlowWindow.SlotWindow;
import io.concor.diagnosis.signal.FlowWindow.StoredWindow;
import io.concor.diagnosis.signal.FlowWindow.TransactionRange;
import io.concor.diagnosis.signal.Level;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.signal.ThrownErrors;
import io.concor.diagnosis.situation.Baseline;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.layout.Layout;
import io.concor.statistics.DurationHistogram;
import io.concor.statistics.FlowHistograms;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Situations made by hand: five equal windows of a flow whose components have what the test says. */
public final class SituationBuilder extends HostBuilder<SituationBuilder> {

    private final double throughput;
    private final List<SituationPart> parts = new ArrayList<>();
    private final List<TransactionRange> ranges = new ArrayList<>();
    private DurationHistogram latency = DurationHistogram.of(new long[] {10_000_000}, new long[] {1_000});
    private OptionalDouble goalP99Micros = OptionalDouble.empty();
    private @Nullable Cause named;
    private boolean mixedTimes;
    private @Nullable StackProfile look;
    private double refused;
    private double callers;
    private ArrivalPattern arrivals = ArrivalPattern.UNKNOWN;
    private double recovered;
    private double failed;
    private double timeouts;
    private double transactions;
    private double inFlight = 5;
    private int maxInFlight = 1024;
    private long version = 1;
    private int windows = 5;
    private double fromStores;

    private SituationBuilder(double throughput) {
        this.throughput = throughput;
    }

    public static SituationBuilder of(double throughput) {
        return new SituationBuilder(throughput);
    }

    @Override
    SituationBuilder self() {
        return this;
    }

    public SituationBuilder windows(int number) {
        windows = number;
        return this;
    }

    public SituationBuilder refused(double perSecond) {
        refused = perSecond;
        return this;
    }

    public SituationBuilder dispersion(double index) {
        arrivals = new ArrivalPattern(OptionalDouble.of(index), List.of());
        return this;
    }

    /** In each second all events arrive within a tenth of it. */
    public SituationBuilder burstsOf(long events) {
        List<ArrivalCount> second = IntStream.range(0, 10)
                .mapToObj(tenth -> new ArrivalCount(100_000_000, tenth == 0 ? events : 0))
                .toList();
        arrivals = new ArrivalPattern(OptionalDouble.of(events), second);
        return this;
    }

    public SituationBuilder waitingCallers(double threads) {
        callers = threads;
        return this;
    }

    public SituationBuilder inFlight(double events, int most) {
        inFlight = events;
        maxInFlight = most;
        return this;
    }

    /** Sampled latencies, all of the same length. */
    public SituationBuilder latency(long micros, long samples) {
        return latency(DurationHistogram.of(new long[] {micros * 1_000}, new long[] {samples}));
    }

    public SituationBuilder latency(DurationHistogram measured) {
        latency = measured;
        return this;
    }

    public SituationBuilder goalP99Micros(double micros) {
        goalP99Micros = OptionalDouble.of(micros);
        return this;
    }

    public SituationBuilder version(long number) {
        version = number;
        return this;
    }

    /** The cause of the last verdict. */
    public SituationBuilder named(Cause cause) {
        named = cause;
        return this;
    }

    /** Some of the times are from before the last change of the layout. */
    public SituationBuilder mixedTimes() {
        mixedTimes = true;
        return this;
    }

    public SituationBuilder look(StackProfileBuilder closer) {
        look = closer.build();
        return this;
    }

    public SituationBuilder empty(String name, TaskKind kind) {
        return add(name, kind, null, 0, OptionalDouble.empty());
    }

    /** The number of events that complete after a catch component has handled an error, of all that end. */
    public SituationBuilder recovered(double perSecond) {
        recovered = perSecond;
        return this;
    }

    /** The number of events that end with an error, timeouts included, of all that end. */
    public SituationBuilder failed(double perSecond) {
        failed = perSecond;
        return this;
    }

    /** The number of events that end by timeout, of all that end. */
    public SituationBuilder timeouts(double perSecond) {
        timeouts = perSecond;
        return this;
    }

    /** The number of errors in the component that was added last, timeouts included. */
    public SituationBuilder errors(double perSecond) {
        last().errors = perSecond;
        return this;
    }

    /** The number of timeouts among them, if not all of the flow. */
    public SituationBuilder timeoutErrors(double perSecond) {
        last().timeouts = OptionalDouble.of(perSecond);
        return this;
    }

    /** The type of all errors of the component that was added last. */
    public SituationBuilder throwing(String type) {
        return throwing(type, last().errors);
    }

    /** Some of the errors of the component that was added last are of a type. */
    public SituationBuilder throwing(String type, double perSecond) {
        if (perSecond > 0) {
            last().thrown = last().thrown.plus(new ThrownErrors(Map.of(type, perSecond)));
        }
        return this;
    }

    /** The task of the component that was added last cannot use a connection. */
    public SituationBuilder withoutConnections() {
        last().mayConnect = false;
        return this;
    }

    /** The task of the component that was added last is known to use a connection. */
    public SituationBuilder connecting() {
        last().connects = true;
        return this;
    }

    /** The number of events that the slot that was added last takes. */
    public SituationBuilder taken(double perSecond) {
        last().taken = perSecond;
        return this;
    }

    /** The number of events that wait within a transaction of the flow. */
    public SituationBuilder transactions(double events) {
        transactions = events;
        return this;
    }

    /** An event is in a transaction between components. */
    public SituationBuilder transaction(int first, int last) {
        ranges.add(new TransactionRange(first, last));
        return this;
    }

    /** A slot whose threads wait rather than compute. */
    public SituationBuilder filled(String name, TaskKind kind, JoinSettings settings, double busy) {
        return filled(name, kind, settings, busy, 0);
    }

    /** @param processor the share of the threads' time on a processor */
    public SituationBuilder filled(String name, TaskKind kind, JoinSettings settings, double busy, double processor) {
        return add(name, kind, settings, busy, OptionalDouble.of(processor));
    }

    /** A slot of which it is not known what its threads use. */
    public SituationBuilder virtual(String name, TaskKind kind, int threads, double busy) {
        return add(name, kind, JoinSettings.virtual(threads), busy, OptionalDouble.empty());
    }

    public SituationBuilder computing(String name, JoinSettings settings, double busy) {
        return filled(name, TaskKind.SIMPLE, settings, busy, busy);
    }

    private SituationBuilder add(
            String name, TaskKind kind, @Nullable JoinSettings settings, double busy, OptionalDouble processor) {
        parts.add(new SituationPart(name, kind, settings, busy, processor));
        return settings == null ? this : taken(throughput).running(settings.threads() * busy);
    }

    private SituationPart last() {
        return parts.get(parts.size() - 1);
    }

    /** The sampled times of the component that was added last. */
    public SituationBuilder service(long[] nanos, long[] counts) {
        last().service = DurationHistogram.of(nanos, counts);
        return this;
    }

    /** The number of threads that were seen in the component that was added last. */
    public SituationBuilder running(double threads) {
        last().running = threads;
        return this;
    }

    /** The number of threads of callers or clients that are always in the component that was added last. */
    public SituationBuilder outside(double threads) {
        return outside(level(threads));
    }

    /** The numbers of such threads that were read. */
    public SituationBuilder outside(Level threads) {
        last().outside = threads;
        return this;
    }

    /** The number of events whose continuation is awaited in the transition that was added last. */
    public SituationBuilder pending(double events) {
        last().pending = events;
        return this;
    }

    /** The number of threads that call the continuations of the transition that was added last. */
    public SituationBuilder callingThreads(int number) {
        last().callingThreads = number;
        return this;
    }

    /** That many more events wait at one reading of each second. */
    public SituationBuilder burst(double events) {
        last().burst = events;
        return this;
    }

    /** The share of the time for which the next ring is full, at the slot that was added last. */
    public SituationBuilder blocked(double share) {
        last().blocked = share;
        return this;
    }

    /** The number of events that always wait at the slot that was added last. */
    public SituationBuilder queue(double events) {
        last().queue = events;
        return this;
    }

    /** The share of the most frequent key in the events of the slot that was added last. */
    public SituationBuilder hottestLane(double share) {
        last().hottestLane = OptionalDouble.of(share);
        return this;
    }

    /** How large the batches of the slot that was added last may be, and are on average. */
    public SituationBuilder batches(int limit, double meanSize) {
        last().batches = new BatchWindow(limit, meanSize);
        return this;
    }

    /** What the store did of the slot that was added last. */
    public SituationBuilder stored(StoredWindow store) {
        last().stored = store;
        return this;
    }

    /** How many of the events inside came from a store. */
    public SituationBuilder fromStores(double events) {
        fromStores = events;
        return this;
    }

    public static Level level(double value) {
        return new Level(value, value, value);
    }

    /** Returns the last window. */
    public Observation observation() {
        List<ComponentWindow> components =
                parts.stream().map(part -> part.component(timeouts)).toList();
        List<SlotWindow> slots = parts.stream().map(SituationPart::slot).toList();
        FlowWindow flow = new FlowWindow(
                0,
                new Layout(version, layout()),
                false,
                1,
                throughput,
                recovered,
                refused,
                failed,
                timeouts,
                maxInFlight,
                level(inFlight),
                level(inFlight - fromStores),
                level(callers),
                arrivals,
                transactions,
                ranges,
                components,
                slots,
                FlowWindow.stages(components, slots));
        return new Observation(flow, host(flow, transactions));
    }

    private Map<String, JoinSettings> layout() {
        Map<String, JoinSettings> filled = new LinkedHashMap<>();
        for (SituationPart part : parts) {
            if (part.settings != null) {
                filled.put(part.name, part.settings);
            }
        }
        return filled;
    }

    /** Returns all windows. */
    public List<Observation> observations() {
        return Collections.nCopies(windows, observation());
    }

    public FlowHistograms times() {
        return times(parts.stream().map(part -> part.service).toList());
    }

    private FlowHistograms times(List<DurationHistogram> tasks) {
        return new FlowHistograms(latency, tasks, Collections.nCopies(parts.size(), DurationHistogram.NONE));
    }

    public Situation build() {
        return build(times(), new Baseline(parts.size()));
    }

    /** The same after a time in which nothing limited the flow, and the first task took that long. */
    public Situation usually(long nanos) {
        List<DurationHistogram> tasks = new ArrayList<>(Collections.nCopies(parts.size(), DurationHistogram.NONE));
        tasks.set(0, DurationHistogram.of(new long[] {nanos}, new long[] {100}));
        Baseline usual = new Baseline(parts.size());
        usual.learn(build(times(tasks), usual));
        return build(times(), usual);
    }

    private Situation build(FlowHistograms times, Baseline usual) {
        return new Situation(observations(), () -> times, usual, goalP99Micros, named, look, mixedTimes);
    }
}
