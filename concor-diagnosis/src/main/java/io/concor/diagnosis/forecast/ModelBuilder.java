package io.concor.diagnosis.forecast;

import io.concor.JoinSettings;
import io.concor.diagnosis.signal.ArrivalPattern.ArrivalCount;
import io.concor.diagnosis.signal.FlowWindow;
import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.simulation.FlowModel;
import io.concor.diagnosis.simulation.FlowModel.ComponentModel;
import io.concor.diagnosis.simulation.FlowModel.ResourceModel;
import io.concor.diagnosis.simulation.Load;
import io.concor.diagnosis.simulation.Load.Bursts;
import io.concor.diagnosis.simulation.Load.Bursts.Interval;
import io.concor.diagnosis.situation.ClientThreads;
import io.concor.diagnosis.situation.ConnectionUse;
import io.concor.diagnosis.situation.LockUse;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.StageLoad;
import io.concor.diagnosis.situation.StoreLoad;
import io.concor.diagnosis.verdict.Cause;
import io.concor.statistics.DurationHistogram;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Derives the model of a flow, and its load, from what was measured. */
public final class ModelBuilder {

    /** The name of the resource that is the connections which a flow uses. */
    static final String CONNECTION_POOL = Cause.CONNECTION_POOL.toString();

    /** With a higher dispersion, events arrive in bursts. Less may be chance. */
    static final double BURSTS = 2;

    /** Of bursts that are a second apart, one second may contain two and the next one none. */
    private static final double MOST_SCALED = 2;

    /** What the operating system leaves to a process while others want all processors. */
    private static final double LEAST_SHARE = 0.25;

    private static final double LEAST_RATE = 1;

    /** In processors: less is not measured exactly. */
    private static final double LEAST_USE = 0.01;

    private static final double ALWAYS_BUSY = 0.95;
    /** An event that has timed out in the queue takes a thread no time. How many did so there is not known. */
    private static final double FEW_TIMEOUTS = 0.02;

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Situation situation;
    private final Optional<ConnectionUse> connections;
    private final Optional<LockUse> lock;
    /** For which share of their time off the processors threads that compute wait for one, 0 to 1. */
    private final double starved;
    /** The slot at whose threads a closer look was, if there was one. */
    private final int looked;

    public ModelBuilder(Situation situation) {
        this.situation = situation;
        this.connections = ConnectionUse.of(situation);
        this.lock = LockUse.of(situation);
        this.starved = situation.host().lacksProcessors() ? starved() : 0;
        this.looked = situation.bottleneck().slot();
    }

    private double starved() {
        double offProcessors = situation
                .indices()
                .filter(situation::isComputingTask)
                .mapToDouble(i -> situation.threadsIn(i) * (1 - measuredShare(i)))
                .sum();
        return Math.min(1, situation.host().runnable() / Math.max(1, offProcessors));
    }

    /** Returns the flow with its present layout. */
    public FlowModel model() {
        return new FlowModel(
                situation.indices().mapToObj(this::component).toList(),
                situation.indices().mapToObj(this::slot).toList(),
                situation.flow().maxInFlight(),
                Math.max(
                        LEAST_SHARE * situation.host().processors(),
                        situation.host().processors() - otherUse()),
                ClientThreads.count(situation),
                resources());
    }

    private Optional<JoinSettings> slot(int i) {
        return Optional.ofNullable(situation.settings(i));
    }

    private ComponentModel component(int i) {
        return new ComponentModel(
                situation.name(i),
                situation.isTransition(i),
                service(i),
                situation.isTransition(i) ? 0 : processorShare(i));
    }

    /**
     * Without samples, the mean by Little's law. Waiting for a connection, a lock or a processor is not part of the
     * service.
     */
    private DurationHistogram service(int i) {
        DurationHistogram measured = situation.times().service().get(i);
        boolean sampled = measured.samples() > 0;
        DurationHistogram known = sampled ? measured : mean(i);
        double share = connections
                .filter(use -> use.taker() == i)
                .map(use -> use.shareWithConnection(situation))
                .orElse(1.0);
        share *= sampled ? situation.shareRun(i) * utilisation(i) : 1;
        share *= (1 - waitingForLock(i)) * (1 - waitingForProcessor(i)) * ofFullBatches(i);
        if (share <= 0) {
            return DurationHistogram.NONE;
        }
        return share == 1 || known.samples() == 0 ? known : known.times(share);
    }

    /**
     * By what to multiply the sampled times of a component; 1 if they are the best that is known. Where threads are always
     * busy, samples are few, and some may be of former seconds, when the JVM had not compiled the code, say. How long threads
     * are busy, and with how many events, is known exactly (utilisation law; Denning and Buzen, The Operational Analysis of
     * Queueing Network Models, ACM Computing Surveys 10(3), 1978). Where a slot is stored, threads are busy with its store too.
     */
    private double utilisation(int i) {
        int slot = situation.slotServing(i);
        return slot < 0
                        || situation.isTransition(i)
                        || situation.stage(slot).busy() < ALWAYS_BUSY && !StoreLoad.isStored(situation, slot)
                        || situation.traffic().timedOut() > FEW_TIMEOUTS
                ? 1
                : utilisation(situation.stage(slot));
    }

    private double utilisation(StageLoad stage) {
        double sampled = stage.components()
                .filter(i -> !situation.isTransition(i))
                .mapToDouble(situation::meanNanos)
                .sum();
        return sampled <= 0 || stage.taken() <= 0
                ? 1
                : stage.busyThreads() * NANOS_PER_SECOND / stage.taken() / sampled;
    }

    /**
     * The share of an event's time that remains when batches are full, if a call lasts as long then as now. It may last longer;
     * but to take batches as they are would make threads a limit that are not.
     */
    private double ofFullBatches(int i) {
        return situation
                .stage(i)
                .batches()
                .filter(batches -> !batches.full())
                .map(batches -> batches.meanSize() / batches.limit())
                .orElse(1.0);
    }

    private double waitingForProcessor(int i) {
        double most = Math.min(inProportion(i), mostWaiting(i));
        return situation.isComputingTask(i) ? Math.min(starved * (1 - measuredShare(i)), most) : 0;
    }

    /** All threads of the process wait in proportion to what they use: those of other flows, too. */
    private double inProportion(int i) {
        return measuredShare(i)
                * situation.host().runnable()
                / Math.max(LEAST_USE, situation.host().process().orElse(0));
    }

    /** A task that a closer look saw sleep did not wait for a processor in that time. */
    private double mostWaiting(int i) {
        StackProfile look = situation.look();
        return look != null && situation.slotServing(i) == looked
                ? Math.max(0, look.wantingShare() - measuredShare(i))
                : 1;
    }

    private double waitingForLock(int i) {
        return lock.filter(use -> use.component() == i).map(LockUse::waiting).orElse(0.0);
    }

    private DurationHistogram mean(int i) {
        double nanos = situation.meanNanosByNumber(i);
        return nanos < 1
                ? DurationHistogram.NONE
                : DurationHistogram.of(new long[] {Math.round(nanos)}, new long[] {1});
    }

    /** The share of a component's time on a processor, without the time in which it waits for a lock or a processor. */
    private double processorShare(int i) {
        double measured = measuredShare(i);
        return measured / Math.max(measured, (1 - waitingForLock(i)) * (1 - waitingForProcessor(i)));
    }

    /** The share of a component's time on a processor. That of its stage, or of all threads outside of joins. */
    private double measuredShare(int i) {
        int slot = situation.slotServing(i);
        boolean waits = situation.component(i).kind().blocks();
        if (slot >= 0) {
            return situation.stage(slot).computingShare().orElse(waits ? 0 : 1);
        }
        double outside = outsideThreads();
        return waits ? 0 : outside <= 0 ? 1 : outsideUse() / outside;
    }

    /** The number of processors that the flow cannot use: of other processes, and of other parts of this one that remain. */
    private double otherUse() {
        return situation.host().others()
                + Math.max(0, situation.host().lastingUse() - situation.host().usedByPlatformThreads() - outsideUse());
    }

    /** What threads outside of joins use at most while they run tasks. */
    private double outsideUse() {
        return situation.host().process().isEmpty()
                ? outsideThreads()
                : Math.min(
                        outsideThreads(),
                        Math.max(
                                0,
                                situation.host().lastingUse() - situation.host().usedByPlatformThreads()));
    }

    /** Threads of callers and clients in tasks that may compute. */
    private double outsideThreads() {
        return situation
                .indices()
                .filter(i -> situation.slotServing(i) < 0 && !situation.isTransition(i))
                .filter(i -> !situation.component(i).kind().blocks())
                .mapToDouble(i -> situation.outside(i))
                .sum();
    }

    private List<ResourceModel> resources() {
        Stream<ResourceModel> pool = connections.stream()
                .map(use -> new ResourceModel(
                        CONNECTION_POOL,
                        use.left(situation),
                        use.range().first(),
                        use.range().last(),
                        1));
        Stream<ResourceModel> locked = lock.stream()
                .map(use -> new ResourceModel(
                        Cause.LOCK.toString(), use.permits(), use.component(), use.component(), use.held()));
        return Stream.concat(pool, locked).toList();
    }

    /** Returns how events arrive now. */
    public Load load() {
        double refused = situation.traffic().refused();
        return situation.traffic().callersWait() && refused <= 0
                ? new Load.Saturated((int) Math.round(situation.traffic().waitingCallers() + callersInside()))
                : arriving(situation.traffic().offered());
    }

    /** Returns events that arrive as irregularly as now. */
    public Load arriving(double perSecond) {
        double rate = Math.max(LEAST_RATE, perSecond);
        return measuredBursts(rate)
                .orElseGet(() -> new Load.Rate(rate, situation.traffic().dispersion()));
    }

    /**
     * Bursts as they were measured in the last seconds; empty if events do not arrive in bursts, or that is not known. Each
     * second counts with about the same rate: one that has risen or fallen since is no burst.
     */
    private Optional<Load> measuredBursts(double perSecond) {
        double average = situation.average(seen -> perNano(seen.flow()));
        if (situation.traffic().dispersion() <= BURSTS || average <= 0) {
            return Optional.empty();
        }
        Bursts measured = new Bursts(situation.recent().stream()
                .flatMap(seen -> intervals(seen.flow(), average))
                .toList());
        return Optional.of(measured.at(perSecond));
    }

    private static Stream<Interval> intervals(FlowWindow window, double average) {
        double wanted = average / Math.max(perNano(window), average / MOST_SCALED);
        double factor = Math.max(1 / MOST_SCALED, wanted);
        return window.arrivals().counts().stream().map(count -> new Interval(count.nanos(), factor * count.events()));
    }

    /** Returns the rate of a window in events per nanosecond; 0 if nothing was counted. */
    private static double perNano(FlowWindow window) {
        List<ArrivalCount> counts = window.arrivals().counts();
        long nanos = counts.stream().mapToLong(ArrivalCount::nanos).sum();
        return counts.stream().mapToDouble(ArrivalCount::events).sum() / Math.max(1, nanos);
    }

    /** Callers that run the components in front of the first filled slot and the first transition. */
    private double callersInside() {
        return situation
                .indices()
                .filter(situation.stages()::isRunByCallers)
                .filter(i -> !situation.isTransition(i))
                .mapToDouble(i -> situation.outside(i))
                .sum();
    }
}
