package io.concor.diagnosis.situation;

import io.concor.diagnosis.signal.HostWindow;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import io.concor.text.Sentence;
import java.util.OptionalDouble;

/**
 * Who uses the processors, as averages of the windows of a situation.
 *
 * @param situation where the windows are from
 */
public record HostLoad(Situation situation) {

    /** Share of the processors from which on all are busy. */
    public static final double SYSTEM_SATURATED = 0.93;

    /** From which share of the time on garbage collections take much of it. */
    public static final double MUCH_COLLECTION = 0.1;

    private static final double OUTSIDE_STARVED = 0.4;
    /** By how much figures must fall below their bounds before a neighbour that was named no longer is. */
    private static final double STILL_NAMED = 0.8;
    /** A share of what the process uses that is worth mentioning. */
    private static final double COMPILING = 0.05;

    private static final double COMPILING_MUCH = 0.15;
    /** With more of what the process uses, the flow is its largest user, or near it. */
    private static final double OWN_SHARE = 0.4;

    /** Returns how many processors this process may use: a part of one, if a container is limited to that. */
    public double processors() {
        return situation.last().host().processors();
    }

    /** Returns {@link #processors} in words. */
    public String processorsInWords() {
        return Sentence.of(processors() == wholeProcessors() ? "%.0f" : "%.2f", processors());
    }

    /** Returns a number of processors in use, of all, in words. */
    public String inWords(double used) {
        return Sentence.of(processors() == wholeProcessors() ? "%.1f of %.0f" : "%.2f of %.2f", used, processors());
    }

    /** Returns on how many processors threads may run at the same time. */
    public int wholeProcessors() {
        return (int) Math.ceil(processors());
    }

    /** Returns the share of the time for which the limit of the container stops this process, 0 to 1. */
    public OptionalDouble stopped() {
        return situation.known(seen -> seen.host().stopped());
    }

    /** Returns the number of processors that this process uses. */
    public OptionalDouble process() {
        return situation.known(seen -> seen.host().process());
    }

    /** Returns the number of processors that the compiler of the JVM uses; 0 if that is unknown. */
    public double compiler() {
        return Math.min(
                situation.known(seen -> seen.host().compiler()).orElse(0),
                process().orElse(0));
    }

    /**
     * Returns the number of processors that this process uses without the compiler, which needs less once it is warm, and
     * without what Concor uses itself to observe and predict; 0 if that is unknown.
     */
    public double lastingUse() {
        double own = situation.known(seen -> seen.host().own()).orElse(0);
        return Math.max(0, process().orElse(0) - compiler() - own);
    }

    /** Returns the number of processors that all processes use. */
    public OptionalDouble system() {
        return situation.known(seen -> seen.host().system());
    }

    /** Returns the number of processors that other processes use; 0 if that is unknown. */
    public double others() {
        double process = process().orElse(0);
        return Math.max(0, system().orElse(process) - process);
    }

    /** Returns the number of threads of this process that wait for a processor; 0 if that is unknown. */
    public double runnable() {
        return situation.known(seen -> seen.host().runnable()).orElse(0);
    }

    /** Returns the share of the time in which threads of the system wait for a processor, 0 to 1. */
    public OptionalDouble pressure() {
        return situation.known(seen -> seen.host().pressure());
    }

    /** Returns how many processors the threads of the flow use; unknown if they are virtual. */
    public OptionalDouble usedBySlots() {
        boolean unknown = situation
                .filled()
                .anyMatch(slot -> situation.stage(slot).processorShare().isEmpty());
        return unknown ? OptionalDouble.empty() : OptionalDouble.of(usedByPlatformThreads());
    }

    /** Returns how many processors those threads of the flow use that are not virtual. */
    public double usedByPlatformThreads() {
        return situation
                .filled()
                .mapToDouble(slot -> situation.stage(slot).usedProcessors())
                .sum();
    }

    /**
     * Whether the threads of the flow, which run all its components, use much less than half of what this process uses without
     * the compiler.
     */
    public boolean isElsewhere() {
        OptionalDouble bySlots = usedBySlots();
        return bySlots.isPresent() && bySlots.getAsDouble() + mostUsedOutside() < OWN_SHARE * lastingUse();
    }

    /** Each thread of a caller or a client may compute all the time for which it is seen in a task that does. */
    private double mostUsedOutside() {
        return situation
                .indices()
                .filter(situation::isComputingTask)
                .mapToDouble(situation::outside)
                .sum();
    }

    /** Whether all processors are busy, whoever uses them. */
    public boolean areBusy() {
        return areBusy(1);
    }

    private boolean areBusy(double part) {
        return system().orElse(0) >= SYSTEM_SATURATED * processors() * part;
    }

    /** Whether all processors were busy in a window, and this process used most of them. */
    static boolean areBusy(HostWindow seen) {
        double all = seen.system().orElse(0);
        return all >= SYSTEM_SATURATED * seen.processors() && seen.process().orElse(0) >= all / 2;
    }

    /** Whether this process keeps the processors busy, alone or as the largest user of them. */
    public boolean isSaturatedByProcess() {
        double used = process().orElse(0);
        return used >= ShareBounds.ALWAYS * processors() || areBusy() && used >= system().orElse(0) / 2;
    }

    /** Whether threads of this process wait for processors, which are all busy. */
    public boolean lacksProcessors() {
        return areBusy() && waitsMuch();
    }

    /** Whether threads of this process wait for a processor for much of the time for which they want one. */
    private boolean waitsMuch() {
        double wanting = runnable() + process().orElse(0);
        return runnable() > 0 && runnable() >= ShareBounds.MUCH * wanting;
    }

    /** Whether the JVM compiles its code with a share of what this process uses that is worth mentioning. */
    public boolean compiles() {
        return compiler() > 0 && compiler() >= COMPILING * process().orElse(0);
    }

    private boolean compilesMuch() {
        return compiler() > 0 && compiler() >= COMPILING_MUCH * process().orElse(0);
    }

    /** Whether this process would leave processors free without the compiler of the JVM. */
    public boolean isSaturatedByCompiler() {
        return isSaturatedByProcess() && compilesMuch() && lastingUse() < ShareBounds.ALWAYS * processors();
    }

    /** Whether the JVM still compiles its code and all processors are busy: in a minute or two, the flow will be faster. */
    public boolean isWarmingUp() {
        return compilesMuch() && areBusy();
    }

    /** Returns the share of the time for which garbage collections stop the application. */
    public Evidence collection() {
        return situation.evidence("jvm.gc.overhead", seen -> seen.host().collection(), MUCH_COLLECTION, "share");
    }

    /** Whether garbage collections stop the application for much of the time. */
    public boolean collects() {
        return collection().value() >= MUCH_COLLECTION;
    }

    /** Returns the share of the time in which the garbage collector works while the application runs. */
    public Evidence concurrentCollection() {
        return situation.evidence("jvm.gc.concurrent", seen -> seen.host().concurrent(), ShareBounds.ALWAYS, "share");
    }

    /** Whether the garbage collector works all the time, so that it may not free memory as fast as threads want it. */
    public boolean collectsAlways() {
        return concurrentCollection().value() >= ShareBounds.ALWAYS;
    }

    /** Returns the part of their bounds that figures must reach: less for a cause that was named, or it would alternate. */
    public double easing() {
        return situation.named() == Cause.NOISY_NEIGHBOUR ? STILL_NAMED : 1;
    }

    /**
     * Whether threads of this process wait for processors for much of the time for which they want one, so that those
     * which call continuations probably do, too.
     */
    public boolean starvesClients() {
        return areBusy(easing()) && waitsMuch();
    }

    /**
     * Whether this process keeps the processors busy, and its threads wait for one for longer than they have one. The few that
     * call all continuations may be late by any time then.
     */
    public boolean starvesItself() {
        return isSaturatedByProcess() && runnable() >= process().orElse(0);
    }

    /** Whether the threads that limit the flow use processors, or wait for one for much of their time. */
    public boolean limitsBottleneck() {
        Bottleneck bottleneck = situation.bottleneck();
        return switch (bottleneck.place()) {
            case STAGE -> {
                StageLoad stage = situation.stage(bottleneck.slot());
                yield stage.isComputing()
                        || stage.isStarved(ShareBounds.MUCH)
                        || stage.isVirtual() && isSaturatedByProcess();
            }
            case TRANSITION -> starvesClients();
            case STORE ->
                new StoreLoad(situation, bottleneck.slot()).holdsThreads()
                        ? situation.stage(bottleneck.slot()).isStarved(ShareBounds.MUCH)
                        : starvesClients();
            case OUTSIDE, RING, NOWHERE ->
                bottleneck.component() >= 0 && situation.isComputingTask(bottleneck.component())
                        || waitsMuch() && runnable() >= OUTSIDE_STARVED * situation.outside();
        };
    }

    /**
     * Whether threads that limit the flow want processors that are all busy, mostly for others than the flow: how much of
     * them more or fewer threads would get is not known.
     */
    public boolean leavesUnknownShare() {
        double all = system().orElse(0);
        return lacksProcessors() && usedBySlots().orElse(all) < all / 2 && limitsBottleneck();
    }
}
