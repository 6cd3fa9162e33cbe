package io.concor.diagnosis.rule;

import io.concor.diagnosis.rule.Bottleneck.Place;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Sentence;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.Comparator;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** This process keeps the processors busy: in the stage that limits the flow, or elsewhere. */
final class OwnUse {

    private static final double THREADS_PER_PROCESSOR = 4;
    private static final double SURE = 0.92;
    /** The part of the number that is too many, from which on threads are worth a suspicion. */
    private static final double PERHAPS_TOO_MANY = 0.5;
    /** What virtual threads use is not known. */
    private static final double UNKNOWN_USER = 0.6;
    /** Threads that compute little may wait for a processor, or for what their task does. */
    private static final double PERHAPS_WAITING = 0.55;
    /** It ends by itself, so a cause that stays is likelier. */
    private static final double PASSING = 0.5;
    /** A share of the processors that is worth mentioning. */
    private static final double COMPILING = 0.05;

    private static final double COMPILING_MUCH = 0.15;
    private static final double NEARLY_ALWAYS = 0.8;
    /** With at least that much of what the process uses, the threads of a slot are its largest user. */
    private static final double MOST = 0.5;
    /** With more of what the process uses, the flow is its largest user, or near it. */
    private static final double OWN_SHARE = 0.4;

    private OwnUse() {}

    static Stream<Finding> of(Situation situation, Bottleneck bottleneck) {
        double used = situation.process().orElse(0);
        if (!saturates(situation)) {
            return Stream.empty();
        }
        boolean elsewhere = isElsewhere(situation);
        if (isSaturatedByCompiler(situation) && (elsewhere || needsFewProcessors(situation, bottleneck))) {
            return Stream.of(compiling(situation, used, use(situation, used)));
        }
        double threads = bottleneck.slot() < 0 || situation.isVirtual(bottleneck.slot())
                ? 0
                : situation.threads(bottleneck.slot()) * situation.busy(bottleneck.slot());
        boolean tooMany = !elsewhere && threads > THREADS_PER_PROCESSOR * situation.processors();
        int component = bottleneck.component() < 0 ? mostRunning(situation) : bottleneck.component();
        Evidence cpu = use(situation, used);
        Stream<Finding> crowded = threads > PERHAPS_TOO_MANY * THREADS_PER_PROCESSOR * situation.processors()
                ? Stream.of(tooMany(situation, component, threads, tooMany ? SURE : 0.3, cpu))
                : Stream.empty();
        return Stream.concat(
                crowded,
                Stream.of(
                        elsewhere
                                ? elsewhere(situation, used, cpu)
                                : inStage(situation, bottleneck, component, tooMany ? 0.45 : SURE, used, cpu)));
    }

    /**
     * Returns that threads which call continuations, whatever they do, may lack the processors that this process keeps
     * busy.
     */
    static Stream<Finding> ofClients(Situation situation, int transition) {
        double used = situation.process().orElse(0);
        Evidence cpu = use(situation, used);
        if (!saturates(situation)) {
            return Stream.empty();
        }
        if (isSaturatedByCompiler(situation)) {
            return Stream.of(compiling(situation, used, cpu));
        }
        String use = isElsewhere(situation)
                ? usedElsewhere(situation, used)
                : Sentence.of(
                        "This process uses %.1f of %.0f processors, which are all busy.", used, situation.processors());
        return Stream.of(Finding.of(
                Cause.CPU,
                Finding.WHOLE_FLOW,
                SURE,
                use
                        + Sentence.of(
                                " The threads that call the continuations of '%s' may lack one.",
                                situation.name(transition)),
                cpu));
    }

    private static Finding tooMany(
            Situation situation, int component, double threads, double confidence, Evidence cpu) {
        return Finding.of(
                Cause.TOO_MANY_THREADS,
                component,
                confidence,
                Sentence.of(
                        "%.0f threads compute in '%s', on %.0f processors, which are busy.",
                        threads, situation.name(component), situation.processors()),
                new Evidence(
                        "slot.threads.busy",
                        threads,
                        THREADS_PER_PROCESSOR * situation.processors(),
                        "threads",
                        situation.recent().size()),
                cpu);
    }

    /** Whether this process would leave processors free if it were not for the compiler of the JVM. */
    static boolean isSaturatedByCompiler(Situation situation) {
        return compilesMuch(situation)
                && situation.lastingUse().orElse(0) < HostRule.PROCESS_SATURATED * situation.processors();
    }

    /** Whether the compiler of the JVM takes much of processors that are all busy. */
    static boolean isSlowedByCompiler(Situation situation) {
        return compilesMuch(situation)
                && situation.system().orElse(0) >= HostRule.SYSTEM_SATURATED * situation.processors();
    }

    private static boolean compilesMuch(Situation situation) {
        return situation.compiler() >= COMPILING_MUCH * situation.processors();
    }

    /** Whether the threads that limit the flow could not use all processors, or do not compute as far as is known. */
    private static boolean needsFewProcessors(Situation situation, Bottleneck bottleneck) {
        return bottleneck.place() == Place.STAGE
                && (situation.isVirtual(bottleneck.slot())
                        || situation.threads(bottleneck.slot()) < situation.processors());
    }

    private static Finding compiling(Situation situation, double used, Evidence cpu) {
        return Finding.of(
                Cause.CPU,
                Finding.WHOLE_FLOW,
                PASSING,
                Sentence.of(
                        "This process uses %.1f of %.0f processors, %.1f of them to compile its code: that passes when it has been under load for a minute or two.",
                        used, situation.processors(), situation.compiler()),
                cpu);
    }

    private static String ofCompiler(Situation situation) {
        return compiles(situation) ? Sentence.of(" the compiler of the JVM %.1f,", situation.compiler()) : "";
    }

    /** Whether the JVM uses a share of the processors to compile its code that is worth mentioning. */
    static boolean compiles(Situation situation) {
        return situation.compiler() >= COMPILING * situation.processors();
    }

    private static Finding elsewhere(Situation situation, double used, Evidence cpu) {
        return Finding.of(Cause.CPU, Finding.WHOLE_FLOW, SURE, usedElsewhere(situation, used), cpu);
    }

    private static String usedElsewhere(Situation situation, double used) {
        return Sentence.of(
                "This process uses %.1f of %.0f processors,%s and the threads of this flow only %.1f. The rest of the application uses most: other flows, or what takes requests, those that are refused included.",
                used,
                situation.processors(),
                ofCompiler(situation),
                ofSlots(situation).orElse(0));
    }

    private static Finding inStage(
            Situation situation, Bottleneck bottleneck, int component, double confidence, double used, Evidence cpu) {
        if (bottleneck.place() != Place.STAGE
                || StageRule.areComputing(situation, bottleneck.slot())
                || competesWithItself(situation, bottleneck.slot())) {
            return Finding.of(
                    Cause.CPU,
                    component,
                    confidence,
                    Sentence.of(
                            "This process uses %.1f of %.0f processors, mostly in '%s'.",
                            used, situation.processors(), situation.name(component)),
                    cpu);
        }
        double starved = StageRule.starved(situation, bottleneck.slot());
        return situation.isVirtual(bottleneck.slot())
                ? Finding.of(
                        Cause.CPU,
                        Finding.WHOLE_FLOW,
                        UNKNOWN_USER,
                        Sentence.of(
                                "This process uses %.1f of %.0f processors; how much of that the virtual threads in '%s' use is not known.",
                                used, situation.processors(), situation.name(component)),
                        cpu)
                : Finding.of(
                        Cause.CPU,
                        Finding.WHOLE_FLOW,
                        StageRule.isMostlyStarved(situation, bottleneck.slot())
                                ? confidence
                                : Math.min(confidence, PERHAPS_WAITING),
                        Sentence.of(
                                "This process uses %.1f of %.0f processors,%s and the threads in '%s' wait for one for %.0f %% of their time.",
                                used,
                                situation.processors(),
                                ofCompiler(situation),
                                situation.name(component),
                                100 * starved),
                        cpu);
    }

    /**
     * Whether the threads of a slot use most of what this process uses without the compiler, and have a processor or wait for
     * one for nearly all of their busy time: then they wait for each other most.
     */
    private static boolean competesWithItself(Situation situation, int slot) {
        double own = situation.threads(slot) * situation.processorShare(slot).orElse(0);
        double wanting = situation.computingShare(slot).orElse(0) + StageRule.starved(situation, slot);
        return own >= MOST * situation.lastingUse().orElse(0) && wanting >= NEARLY_ALWAYS;
    }

    /** The figure by which {@link #saturates} decides, as a share of all processors like the meter of this name. */
    private static Evidence use(Situation situation, double used) {
        double share = used / situation.processors();
        double half = situation.system().orElse(0) / situation.processors() / 2;
        return new Evidence(
                "process.cpu.usage",
                share,
                share >= HostRule.PROCESS_SATURATED ? HostRule.PROCESS_SATURATED : half,
                "share",
                situation.recent().size());
    }

    /**
     * Whether the threads of the flow, which run all its components, use much less than half of what this process uses without
     * the compiler.
     */
    static boolean isElsewhere(Situation situation) {
        double used = situation.lastingUse().orElse(0);
        OptionalDouble ofSlots = ofSlots(situation);
        return ofSlots.isPresent() && ofSlots.getAsDouble() < OWN_SHARE * used && HostRule.outside(situation) < 1;
    }

    /** Returns how many processors the threads of the flow use; unknown if they are virtual. */
    static OptionalDouble ofSlots(Situation situation) {
        double all = 0;
        for (int slot = 0; slot < situation.components(); slot++) {
            OptionalDouble share = situation.processorShare(slot);
            if (situation.settings(slot) != null && share.isEmpty()) {
                return OptionalDouble.empty();
            }
            all += situation.threads(slot) * share.orElse(0);
        }
        return OptionalDouble.of(all);
    }

    /** Whether this process keeps the processors busy, alone or as the largest user of them. */
    static boolean saturates(Situation situation) {
        double used = situation.process().orElse(0);
        double processors = situation.processors();
        double all = situation.system().orElse(0);
        return used >= HostRule.PROCESS_SATURATED * processors
                || all >= HostRule.SYSTEM_SATURATED * processors && used >= all / 2;
    }

    private static int mostRunning(Situation situation) {
        return IntStream.range(0, situation.components())
                .boxed()
                .max(Comparator.comparingDouble(i -> situation.averageOf(
                        i,
                        seen -> seen.running().average() + seen.runningOutside().average())))
                .orElse(0);
    }
}
