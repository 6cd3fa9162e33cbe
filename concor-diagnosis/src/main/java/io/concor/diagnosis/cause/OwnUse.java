package io.concor.diagnosis.cause;

import io.concor.diagnosis.situation.Bottleneck;
import io.concor.diagnosis.situation.HostLoad;
import io.concor.diagnosis.situation.ShareBounds;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.StageLoad;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import io.concor.text.Sentence;
import java.util.stream.Stream;

/** This process keeps the processors busy: in the stage that limits the flow, or elsewhere. */
final class OwnUse {

    private static final double THREADS_PER_PROCESSOR = 4;
    /** The part of the number that is too many, from which on threads are worth a suspicion. */
    private static final double PERHAPS_TOO_MANY = 0.5;

    private static final double NEARLY_ALWAYS = 0.8;

    private final Situation situation;
    private final HostLoad host;
    private final double used;
    private final double processors;
    private final Evidence evidence;

    OwnUse(Situation situation) {
        this.situation = situation;
        this.host = situation.host();
        this.used = host.process().orElse(0);
        this.processors = host.processors();
        this.evidence = evidence();
    }

    /** The figure by which {@link HostLoad#isSaturatedByProcess} decides, as a share of all like the meter of this name. */
    private Evidence evidence() {
        double share = used / processors;
        double half = host.system().orElse(0) / processors / 2;
        return situation.evidence(
                "process.cpu.usage", share, share >= ShareBounds.ALWAYS ? ShareBounds.ALWAYS : half, "share");
    }

    /** Returns what uses the processors; nothing if this process leaves some free. */
    Stream<Finding> at(Bottleneck bottleneck) {
        if (!host.isSaturatedByProcess()) {
            return Stream.empty();
        }
        boolean elsewhere = host.isElsewhere();
        if (host.isSaturatedByCompiler() && (elsewhere || needsFewProcessors(bottleneck))) {
            return Stream.of(compiling());
        }
        double threads = computingThreads(bottleneck);
        double most = THREADS_PER_PROCESSOR * host.wholeProcessors();
        boolean tooMany = !elsewhere && threads > most && !isStoppedByLimit();
        int component = bottleneck.component() < 0
                ? Situation.most(situation.indices(), situation::threadsIn).orElse(0)
                : bottleneck.component();
        Finding user = elsewhere
                ? wholeFlow(Confidence.CPU).says("%s", usedElsewhere())
                : inStage(bottleneck, component, tooMany ? Confidence.CPU_OF_TOO_MANY_THREADS : Confidence.CPU);
        return threads > PERHAPS_TOO_MANY * most
                ? Stream.of(tooMany(component, threads, tooMany), user)
                : Stream.of(user);
    }

    /** Fewer threads would get as little. */
    private boolean isStoppedByLimit() {
        return host.stopped().orElse(0) >= ShareBounds.MOST;
    }

    private double computingThreads(Bottleneck bottleneck) {
        return bottleneck.slot() < 0 || situation.stage(bottleneck.slot()).isVirtual()
                ? 0
                : situation.stage(bottleneck.slot()).busyThreads();
    }

    /** Whether the threads that limit the flow could not use all processors, or do not compute as far as is known. */
    private boolean needsFewProcessors(Bottleneck bottleneck) {
        return bottleneck
                .stage(situation)
                .filter(stage -> stage.isVirtual() || stage.threads() < processors)
                .isPresent();
    }

    /**
     * Returns that threads which call continuations, whatever they do, may lack the processors that this process keeps
     * busy.
     */
    Finding ofClients(int transition) {
        if (host.isSaturatedByCompiler()) {
            return compiling();
        }
        String use = host.isElsewhere()
                ? usedElsewhere()
                : Sentence.of("This process uses %s processors, which are all busy.", host.inWords(used));
        return wholeFlow(Confidence.CPU)
                .says(
                        "%s The threads that call the continuations of '%s' may lack one.",
                        use, situation.name(transition));
    }

    private Finding wholeFlow(double confidence) {
        return Finding.of(Cause.CPU, Finding.WHOLE_FLOW, confidence).because(evidence);
    }

    private Finding compiling() {
        return wholeFlow(Confidence.COMPILER)
                .says(
                        "This process uses %s processors, %.1f of them for the JVM's compiler, which needs less after a minute or two under load.",
                        host.inWords(used), host.compiler());
    }

    private Finding tooMany(int component, double threads, boolean sure) {
        double confidence = sure ? Confidence.TOO_MANY_THREADS : Confidence.PERHAPS_TOO_MANY_THREADS;
        return Finding.of(Cause.TOO_MANY_THREADS, component, confidence)
                .says(
                        "%.0f threads compute in '%s', on %s processors, which are busy.",
                        threads, situation.name(component), host.processorsInWords())
                .because(
                        situation.evidence(
                                "slot.threads.busy",
                                threads,
                                THREADS_PER_PROCESSOR * host.wholeProcessors(),
                                "threads"),
                        evidence);
    }

    private String ofCompiler() {
        return host.compiles() ? Sentence.of(" the JVM's compiler %.1f,", host.compiler()) : "";
    }

    private String usedElsewhere() {
        return Sentence.of(
                "This process uses %s processors,%s and the threads of this flow only %.1f. Most is used by other parts of the application, such as other flows or the web server, also for refused requests.",
                host.inWords(used), ofCompiler(), host.usedBySlots().orElse(0));
    }

    private Finding inStage(Bottleneck bottleneck, int component, double confidence) {
        return bottleneck
                .stage(situation)
                .filter(stage -> !stage.isComputing() && !competesWithItself(stage))
                .map(stage -> nearStage(stage, component, confidence))
                .orElseGet(() -> Finding.of(Cause.CPU, component, confidence)
                        .says(
                                "This process uses %s processors, mostly in '%s'.",
                                host.inWords(used), situation.name(component))
                        .because(evidence));
    }

    /** Returns that the threads of a stage wait, perhaps for a processor. */
    private Finding nearStage(StageLoad stage, int component, double confidence) {
        if (stage.isVirtual()) {
            return wholeFlow(Confidence.UNKNOWN_USER)
                    .says(
                            "This process uses %s processors; the share of the virtual threads in '%s' is unknown.",
                            host.inWords(used), situation.name(component));
        }
        return wholeFlow(stage.isMostlyStarved() ? confidence : Math.min(confidence, Confidence.PERHAPS_WAITING))
                .says(
                        "This process uses %s processors,%s and the threads in '%s' wait for one for %.0f %% of their time.",
                        host.inWords(used), ofCompiler(), situation.name(component), 100 * stage.starved());
    }

    /**
     * Whether the threads of a slot use most of what this process uses without the compiler, and have a processor or wait for
     * one for nearly all of their busy time: then they wait for each other most.
     */
    private boolean competesWithItself(StageLoad stage) {
        double wanting = stage.computingShare().orElse(0) + stage.starved();
        return stage.usedProcessors() >= ShareBounds.MOST * host.lastingUse() && wanting >= NEARLY_ALWAYS;
    }
}
