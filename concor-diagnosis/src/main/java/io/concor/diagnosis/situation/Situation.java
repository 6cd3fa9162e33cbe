package io.concor.diagnosis.situation;

import io.concor.JoinSettings;
import io.concor.diagnosis.signal.FlowWindow;
import io.concor.diagnosis.signal.FlowWindow.ComponentWindow;
import io.concor.diagnosis.signal.FlowWindow.TransactionRange;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.signal.ThrownErrors;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import io.concor.layout.Stages;
import io.concor.statistics.DurationHistogram;
import io.concor.statistics.FlowHistograms;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What is known about a flow when its verdict is due: up to five windows of a second, the sampled times of the last ten
 * seconds, and what is known from before. {@link #traffic}, {@link #host} and {@link #stage} derive facts from it.
 * Thread-safe if the supplier of the times is.
 */
public final class Situation {

    private static final double NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final List<Observation> recent;
    private final Supplier<FlowHistograms> histograms;
    private final Baseline baseline;
    private final OptionalDouble goalP99Micros;
    private final @Nullable Cause named;
    private final @Nullable StackProfile look;
    private final boolean mixedTimes;
    /** Located once, as that takes long. */
    private volatile @Nullable Bottleneck bottleneck;

    /**
     * Copies the list.
     *
     * @param recent up to five windows, the latest last; at least one
     * @param histograms returns the sampled times of the last ten seconds. To read them takes longer than all the rest, so
     *     it is done only if a rule asks
     * @param baseline how long its tasks usually take
     * @param goalP99Micros the latency that the flow is to keep; unknown without a goal
     * @param named the cause that the last verdict named, or null if it named none
     * @param look a closer look at the threads of the slot that limits the flow, or null if there was none
     * @param mixedTimes whether some of the sampled times are from before the last change of the layout
     */
    public Situation(
            List<Observation> recent,
            Supplier<FlowHistograms> histograms,
            Baseline baseline,
            OptionalDouble goalP99Micros,
            @Nullable Cause named,
            @Nullable StackProfile look,
            boolean mixedTimes) {
        this.recent = List.copyOf(recent);
        this.histograms = histograms;
        this.baseline = baseline;
        this.goalP99Micros = goalP99Micros;
        this.named = named;
        this.look = look;
        this.mixedTimes = mixedTimes;
    }

    /** Returns the same situation with a closer look. */
    public Situation with(StackProfile profile) {
        return new Situation(recent, histograms, baseline, goalP99Micros, named, profile, mixedTimes);
    }

    /** Returns the same situation with other windows. */
    public Situation withWindows(List<Observation> windows) {
        return new Situation(windows, histograms, baseline, goalP99Micros, named, look, mixedTimes);
    }

    /** Returns the same situation with its last windows only, or all if there are fewer. */
    public Situation latest(int windows) {
        return withWindows(recent.subList(Math.max(0, recent.size() - windows), recent.size()));
    }

    /** Returns the windows, the latest last. */
    public List<Observation> recent() {
        return recent;
    }

    /** Returns the sampled times of the last ten seconds. */
    public FlowHistograms times() {
        return histograms.get();
    }

    /** Returns a percentile of the sampled latencies, in microseconds; 0 without samples. */
    public double latencyMicros(double quantile) {
        return times().latency().nanosAt(quantile) / NANOS_PER_MICRO;
    }

    public Baseline baseline() {
        return baseline;
    }

    public OptionalDouble goalP99Micros() {
        return goalP99Micros;
    }

    public @Nullable Cause named() {
        return named;
    }

    public @Nullable StackProfile look() {
        return look;
    }

    public boolean mixedTimes() {
        return mixedTimes;
    }

    /** Returns where the flow is limited. */
    public Bottleneck bottleneck() {
        Bottleneck located = bottleneck;
        if (located == null) {
            located = Bottleneck.locate(this);
            bottleneck = located;
        }
        return located;
    }

    /** Returns which events enter and leave the flow. */
    public Traffic traffic() {
        return new Traffic(this);
    }

    /** Returns who uses the processors. */
    public HostLoad host() {
        return new HostLoad(this);
    }

    /** Returns how the threads of a slot spend their time. */
    public StageLoad stage(int slot) {
        return new StageLoad(this, slot);
    }

    Observation last() {
        return recent.get(recent.size() - 1);
    }

    /** Returns the last window. */
    public FlowWindow flow() {
        return last().flow();
    }

    /** Returns the connection pools as they were in the last window. */
    public List<PoolWindow> pools() {
        return last().host().pools();
    }

    public int components() {
        return flow().components().size();
    }

    /** Returns the indices of all components. */
    public IntStream indices() {
        return IntStream.range(0, components());
    }

    /** Returns the one of some components for which a figure is the largest; empty if there are none. */
    public static Optional<Integer> most(IntStream components, IntToDoubleFunction figure) {
        return components.boxed().max(Comparator.comparingDouble(figure::applyAsDouble));
    }

    /** Returns the indices of the filled slots. */
    public IntStream filled() {
        return indices().filter(slot -> settings(slot) != null);
    }

    /** Returns the indices of the filled slots, the most downstream one first. */
    IntStream filledFromEnd() {
        return IntStream.iterate(components() - 1, slot -> slot >= 0, slot -> slot - 1)
                .filter(slot -> settings(slot) != null);
    }

    public ComponentWindow component(int i) {
        return flow().components().get(i);
    }

    public String name(int component) {
        return component(component).name();
    }

    /** Returns the settings of the join of a slot, or null if the slot is empty. */
    public @Nullable JoinSettings settings(int slot) {
        return flow().slots().get(slot).settings();
    }

    /** Whether the task of a component is of a kind that computes. */
    public boolean isComputingTask(int component) {
        return component(component).kind().computes();
    }

    /** Whether events may have a connection of a pool while they are in a component. */
    boolean mayConnect(int component) {
        return component(component).mayConnect() || transaction(component).isPresent();
    }

    /** Returns the transaction that events are in while they are in a component; empty for none. */
    Optional<TransactionRange> transaction(int component) {
        return flow().transactions().stream()
                .filter(range -> range.contains(component))
                .findFirst();
    }

    /** Returns which threads run each component. */
    public Stages stages() {
        return flow().stages();
    }

    /** Returns the filled slot whose threads run a component, or -1 if threads of callers or clients do. */
    public int slotServing(int component) {
        return stages().serving(component);
    }

    /** After a transition, the thread that calls the continuation runs the components up to the next filled slot. */
    public boolean isTransition(int component) {
        return component(component).kind().leavesThread();
    }

    public double average(ToDoubleFunction<Observation> figure) {
        return recent.stream().mapToDouble(figure).average().orElse(0);
    }

    /** Returns the average of the windows in which a figure is known; empty if it is known in none. */
    OptionalDouble known(Function<Observation, OptionalDouble> figure) {
        return recent.stream()
                .map(figure)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .average();
    }

    public double averageOf(int component, ToDoubleFunction<ComponentWindow> figure) {
        return average(seen -> figure.applyAsDouble(seen.flow().components().get(component)));
    }

    /** Returns the number of threads of joins in a task. */
    public double running(int component) {
        return averageOf(component, seen -> seen.running().average());
    }

    /** Returns the number of threads of callers or clients in a task. */
    public double outside(int component) {
        return averageOf(component, seen -> seen.runningOutside().average());
    }

    /** Returns the number of threads in a task. */
    public double threadsIn(int component) {
        return averageOf(component, ComponentWindow::threads);
    }

    /** Returns the number of events whose continuation is awaited. */
    public double pending(int component) {
        return averageOf(component, seen -> seen.pending().average());
    }

    /** Returns the number of threads of callers or clients in all tasks. */
    public double outside() {
        return indices().mapToDouble(this::outside).sum();
    }

    /** Returns the errors that the task of a component has thrown in all windows. */
    public ThrownErrors thrown(int component) {
        return recent.stream()
                .map(seen -> seen.flow().components().get(component).thrown())
                .reduce(ThrownErrors.NONE, ThrownErrors::plus);
    }

    /** Returns how long an event of the flow is in a component, in nanoseconds on average; 0 if none is known. */
    public double meanNanos(int component) {
        DurationHistogram sampled = times().service().get(component);
        return sampled.samples() > 0 ? sampled.meanNanos() * shareRun(component) : meanNanosByNumber(component);
    }

    /**
     * Returns the share of the events for which a component runs: a catch component for those with an error, another for
     * the rest.
     */
    public double shareRun(int component) {
        double withError = 0;
        for (int i = 0; i < component; i++) {
            double raised = averageOf(i, ComponentWindow::errors)
                    / Math.max(1, traffic().throughput());
            withError = isCatch(i) ? raised : withError + raised;
        }
        double share = Math.min(1, withError);
        return isCatch(component) ? share : 1 - share;
    }

    private boolean isCatch(int component) {
        return component(component).kind().handlesErrors();
    }

    /**
     * Returns how long an event of the flow is in a component without samples: their number, divided by the rate at which
     * events end (Little's law).
     */
    public double meanNanosByNumber(int component) {
        double inside =
                averageOf(component, seen -> seen.threads() + seen.pending().average());
        double throughput = traffic().throughput();
        return throughput <= 0 ? 0 : inside / throughput * NANOS_PER_SECOND;
    }

    /** Counts the windows in which a figure, which is 0 at least, reaches a bound. */
    public Evidence evidence(String signal, ToDoubleFunction<Observation> figure, double threshold, String unit) {
        return new Evidence(signal, average(figure), threshold, unit, (int) recent.stream()
                .filter(seen -> reaches(figure.applyAsDouble(seen), threshold))
                .count());
    }

    /** Returns a figure of all windows together. */
    public Evidence evidence(String signal, double value, double threshold, String unit) {
        return new Evidence(signal, value, threshold, unit, recent.size());
    }

    /** Whether a figure reaches a bound. Any above it reaches a bound of 0. */
    static boolean reaches(double figure, double bound) {
        return figure > 0 && figure >= bound;
    }
}
