package io.concor.diagnosis.rule;

import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.TaskKind;
import io.concor.diagnosis.signal.FlowWindow;
import io.concor.diagnosis.signal.FlowWindow.BatchWindow;
import io.concor.diagnosis.signal.FlowWindow.ComponentWindow;
import io.concor.diagnosis.signal.FlowWindow.SlotWindow;
import io.concor.diagnosis.signal.FlowWindow.TransactionRange;
import io.concor.diagnosis.signal.HostWindow;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.signal.ThrownErrors;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import io.concor.layout.Stages;
import io.concor.statistics.DurationHistogram;
import io.concor.statistics.FlowHistograms;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What is known about a flow when its verdict is due.
 *
 * @param recent up to five windows, the latest last; at least one
 * @param histograms returns the sampled times of the last ten seconds. To read them takes longer than all the rest, so it is
 *     done only if a rule asks
 * @param baseline how long its tasks usually take
 * @param goalP99Micros the latency that the flow is to keep; unknown without a goal
 * @param named the cause that the last verdict named, or null if it named none
 * @param look a closer look at the threads of the slot that limits the flow, or null if there was none
 * @param mixedTimes whether some of the sampled times are from before the last change of the layout
 */
public record Situation(
        List<Observation> recent,
        Supplier<FlowHistograms> histograms,
        Baseline baseline,
        OptionalDouble goalP99Micros,
        @Nullable Cause named,
        @Nullable StackProfile look,
        boolean mixedTimes) {

    static final double LEAST_RATE = 1;
    private static final double MANY_TIMEOUTS = 0.1;
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    /** In fewer windows, the number of events inside grows and shrinks by chance. */
    private static final int LATELY = 3;

    /** Copies the list. */
    public Situation {
        recent = List.copyOf(recent);
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
    Situation latest(int windows) {
        return withWindows(recent.subList(Math.max(0, recent.size() - windows), recent.size()));
    }

    /** Returns the sampled times of the last ten seconds. */
    public FlowHistograms times() {
        return histograms.get();
    }

    public FlowWindow flow() {
        return recent.get(recent.size() - 1).flow();
    }

    public HostWindow host() {
        return recent.get(recent.size() - 1).host();
    }

    public int components() {
        return flow().components().size();
    }

    public ComponentWindow component(int i) {
        return flow().components().get(i);
    }

    public String name(int component) {
        return component(component).name();
    }

    public @Nullable JoinSettings settings(int slot) {
        return flow().slots().get(slot).settings();
    }

    /** Returns the number of threads that the join of a slot may have; 0 for an empty slot. */
    public int threads(int slot) {
        JoinSettings settings = settings(slot);
        return settings == null ? 0 : settings.threads();
    }

    /** Whether a task of a stage must not run on several threads. */
    boolean requiresOneThread(int slot) {
        return stage(slot).anyMatch(i -> component(i).kind() == TaskKind.SINGLE_THREADED);
    }

    /** Whether the task of a component is of a kind that computes. */
    boolean isComputingTask(int component) {
        return component(component).kind().computes();
    }

    /** Whether events may have a connection of a pool while they are in a component. */
    boolean mayConnect(int component) {
        return component(component).mayConnect() || transaction(component).isPresent();
    }

    /** Whether the task of a component is known to use a connection of a pool. */
    boolean connects(int component) {
        return component(component).connects();
    }

    /** Returns the transaction that events are in while they are in a component; empty for none. */
    Optional<TransactionRange> transaction(int component) {
        return flow().transactions().stream()
                .filter(range -> range.contains(component))
                .findFirst();
    }

    /** Whether events wait in a slot by their keys. */
    boolean keepsOrderByKey(int slot) {
        JoinSettings settings = settings(slot);
        return settings != null && settings.keepsOrderByKey();
    }

    /** Returns the share of the most frequent key in the events of a slot, 0 to 1; unknown unless they wait by their keys. */
    OptionalDouble hottestLane(int slot) {
        return known(seen -> seen.flow().slots().get(slot).hottestLane());
    }

    /** Returns how large the batches of a slot are; empty if its component is no batch component, or has had none lately. */
    Optional<BatchWindow> batches(int slot) {
        return Optional.ofNullable(flow().slots().get(slot).batches());
    }

    /**
     * Whether the threads of a slot would handle more events in each call if more waited. Always busy threads are then no
     * limit: a batch task takes what there is, so that its thread is busy as soon as events arrive during each call.
     */
    public boolean hasRoomInBatches(int slot) {
        return batches(slot).filter(batches -> !batches.full()).isPresent();
    }

    /** Whether virtual threads serve a filled slot. */
    public boolean isVirtual(int slot) {
        JoinSettings settings = settings(slot);
        return settings != null && settings.pool() == PoolKind.VIRTUAL;
    }

    public double average(ToDoubleFunction<Observation> figure) {
        return recent.stream().mapToDouble(figure).average().orElse(0);
    }

    public double averageOfSlot(int slot, ToDoubleFunction<SlotWindow> figure) {
        return average(seen -> figure.applyAsDouble(seen.flow().slots().get(slot)));
    }

    public double averageOf(int component, ToDoubleFunction<ComponentWindow> figure) {
        return average(seen -> figure.applyAsDouble(seen.flow().components().get(component)));
    }

    /** Returns the errors that the task of a component has thrown in all windows. */
    ThrownErrors thrown(int component) {
        return recent.stream()
                .map(seen -> seen.flow().components().get(component).thrown())
                .reduce(ThrownErrors.NONE, ThrownErrors::plus);
    }

    public double busy(int slot) {
        return averageOfSlot(slot, SlotWindow::busy);
    }

    /** Returns how many events a slot takes per second. */
    double taken(int slot) {
        return averageOfSlot(slot, SlotWindow::taken);
    }

    double blocked(int slot) {
        return averageOfSlot(slot, SlotWindow::blocked);
    }

    public double throughput() {
        return average(seen -> seen.flow().throughput());
    }

    /** Returns how many events arrive per second: those that end, those that are refused, and those that pile up inside. */
    public double offered() {
        return Math.max(0, throughput() + refused() + growth());
    }

    /** Returns how many events per second to be ready for: those of the last three windows, if the load has risen to that. */
    public double offeredLately() {
        return Math.max(offered(), latest(LATELY).offered());
    }

    /** Returns by how many events per second their number inside grows. */
    private double growth() {
        double first = recent.get(0).flow().inFlight().average();
        double last = flow().inFlight().average();
        double seconds = recent.stream()
                .skip(1)
                .mapToDouble(seen -> seen.flow().seconds())
                .sum();
        return seconds <= 0 ? 0 : (last - first) / seconds;
    }

    /** Returns how many events were refused per second. */
    public double refused() {
        return average(seen -> seen.flow().refused());
    }

    /** Returns the number of threads of callers that waited for admission all the time. */
    double waitingCallers() {
        return average(seen -> seen.flow().waitingCallers().least());
    }

    /** Whether threads of callers wait for admission: then the rate that could arrive is unknown. */
    public boolean callersWait() {
        return waitingCallers() >= 1;
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
    double shareRun(int component) {
        double withError = 0;
        for (int i = 0; i < component; i++) {
            double raised = averageOf(i, ComponentWindow::errors) / Math.max(1, throughput());
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
    double meanNanosByNumber(int component) {
        double inside = averageOf(
                component,
                seen -> seen.running().average()
                        + seen.runningOutside().average()
                        + seen.pending().average());
        double throughput = throughput();
        return throughput <= 0 ? 0 : inside / throughput * NANOS_PER_SECOND;
    }

    /** Returns how irregularly events arrive. If that is unknown, like those of many independent senders: 1. */
    double dispersion() {
        return known(seen -> seen.flow().arrivals().dispersion()).orElse(1);
    }

    public double processors() {
        return host().processors();
    }

    /** Returns the number of processors that this process uses. */
    OptionalDouble process() {
        return known(seen -> seen.host().process());
    }

    /** Returns the number of processors that the compiler of the JVM uses; 0 if that is unknown. */
    double compiler() {
        return Math.min(
                known(seen -> seen.host().compiler()).orElse(0), process().orElse(0));
    }

    /**
     * Returns the number of processors that this process uses without the compiler, which needs less once it is warm, and
     * without what Concor uses itself to observe and predict.
     */
    OptionalDouble lastingUse() {
        double own = known(seen -> seen.host().own()).orElse(0);
        return process().stream()
                .map(used -> Math.max(0, used - compiler() - own))
                .findFirst();
    }

    /** Returns the number of processors that all processes use. */
    OptionalDouble system() {
        return known(seen -> seen.host().system());
    }

    /** Returns the number of processors that other processes use; 0 if that is unknown. */
    double others() {
        double process = process().orElse(0);
        return Math.max(0, system().orElse(process) - process);
    }

    /** Returns the number of threads of this process that wait for a processor. */
    OptionalDouble runnable() {
        return known(seen -> seen.host().runnable());
    }

    /** Returns the share of the time in which threads of the system wait for a processor, 0 to 1. */
    OptionalDouble pressure() {
        return known(seen -> seen.host().pressure());
    }

    /** Returns the share of the time of a slot's threads spent on a processor. */
    public OptionalDouble processorShare(int slot) {
        return known(seen -> seen.flow().slots().get(slot).processor());
    }

    /** Returns the share of their busy time for which a slot's threads compute, 0 to 1. Unknown if they are never busy. */
    OptionalDouble computingShare(int slot) {
        OptionalDouble processor = processorShare(slot);
        double busy = busy(slot);
        return processor.isEmpty() || busy <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.min(1, processor.getAsDouble() / busy));
    }

    private OptionalDouble known(Function<Observation, OptionalDouble> figure) {
        return recent.stream()
                .map(figure)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .average();
    }

    /** Returns the filled slot whose threads run a component, or -1 if threads of callers or clients do. */
    public int slotServing(int component) {
        return stages().serving(component);
    }

    /** Returns which threads run each component. */
    public Stages stages() {
        return flow().stages();
    }

    /** After a transition, the thread that calls the continuation runs the components up to the next filled slot. */
    public boolean isTransition(int component) {
        return component(component).kind().leavesThread();
    }

    /** Returns the components that the threads of a filled slot run. */
    public IntStream stage(int slot) {
        return stages().runFrom(slot);
    }

    /** Whether the flow handles too few events for a verdict. */
    public boolean isIdle() {
        return throughput() < LEAST_RATE;
    }

    /** Whether threads that limit the flow want processors that are all busy, mostly for others than the flow. */
    public boolean sharesBusyProcessors() {
        return HostRule.leavesUnknownShare(this);
    }

    /** Whether the JVM still compiles its code and all processors are busy: in a minute or two, the flow will be faster. */
    public boolean isWarmingUp() {
        return OwnUse.isSlowedByCompiler(this);
    }

    /** Returns how many events end per second in another way than by their timeout. */
    public double handled() {
        return throughput() - average(seen -> timedOut(seen.flow()));
    }

    /** Returns the share of the events that end by their timeout, 0 to 1. */
    public double timedOut() {
        double ended = throughput();
        return ended <= 0 ? 0 : 1 - handled() / ended;
    }

    private static double timedOut(FlowWindow seen) {
        return Math.min(seen.throughput(), Math.min(seen.failed(), seen.timeouts()));
    }

    /** Whether so many events end by their timeout that a simulation, which knows none, tells nothing about the others. */
    public boolean hasManyTimeouts() {
        return timedOut() >= MANY_TIMEOUTS;
    }

    /** Whether events end by timeout before the task that limits the flow has finished, so its time is unknown. */
    public boolean lacksFinishedTasks() {
        return TimeoutRule.isSeen(this);
    }

    /** Counts the windows in which a figure, which is 0 at least, reaches a bound. */
    Evidence evidence(String signal, ToDoubleFunction<Observation> figure, double threshold, String unit) {
        return new Evidence(signal, average(figure), threshold, unit, (int) recent.stream()
                .filter(seen -> reaches(figure.applyAsDouble(seen), threshold))
                .count());
    }

    /** Whether a figure reaches a bound. Any above it reaches a bound of 0. */
    static boolean reaches(double figure, double bound) {
        return figure > 0 && figure >= bound;
    }
}
