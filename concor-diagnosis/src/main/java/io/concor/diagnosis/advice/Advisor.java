package io.concor.diagnosis.advice;

import io.concor.FlowBuilder;
import io.concor.JoinSettings;
import io.concor.diagnosis.cause.Finding;
import io.concor.diagnosis.forecast.Forecast;
import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.situation.Bottleneck;
import io.concor.diagnosis.situation.Bottleneck.Place;
import io.concor.diagnosis.situation.LockUse;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.TaskErrors;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Advice;
import io.concor.diagnosis.verdict.Verdict.Performance;
import io.concor.diagnosis.verdict.Verdict.SlotAdvice;
import io.concor.text.Sentence;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Says what would help. */
public record Advisor(String flow, Situation situation) {

    private static final double IMPRECISE = 0.03;

    private static final double MANY_REFUSED = 0.2;
    private static final long MEBIBYTE = 1L << 20;

    /** Returns what would help, without predictions. */
    public List<Advice> advise(Finding finding) {
        int component = finding.component();
        String name = component < 0 ? "the flow" : "'" + situation.name(component) + "'";
        return switch (finding.cause()) {
            case TOO_FEW_THREADS -> new ThreadAdvisor(situation).more(component);
            case TOO_MANY_THREADS -> new ThreadAdvisor(situation).fewer(component);
            case CALLBACK_THREAD -> new ThreadAdvisor(situation).ownJoin(component);
            case CONNECTION_POOL -> new ConnectionAdvisor(situation).more(name);
            case CONNECTION_LEAK -> text("Find the code that takes a connection and does not close it in every case.");
            case SLOW_REMOTE -> text(slow("the system that %s calls answers", name, component));
            case SLOW_CALLBACK -> text(slow("the continuation of %s is called", name, component));
            case LOCK -> text(lock(name));
            case SINGLE_THREAD ->
                text(Sentence.of(
                        "Shorten %s, or move what does not need one thread into a component with threads of its own.",
                        name));
            case CPU ->
                text(component < 0 ? otherUse() : Sentence.of("Make %s cheaper, or use more processors.", name));
            case NOISY_NEIGHBOUR -> text("Move the other processes away from these processors.");
            case GARBAGE_COLLECTION -> moreHeap();
            case ADMISSION ->
                StoreAdvisor.isFull(situation, component)
                        ? new StoreAdvisor(situation, component).adviseOnRoom()
                        : admission(component);
            case RING -> new ThreadAdvisor(situation).capacity(component);
            case DOWNSTREAM_ERRORS -> text(Sentence.of("Find out why %s fails.", name));
            case SLOW_MESSAGES ->
                text(Sentence.of("Find out what the slow messages of %s have in common, and limit their time.", name));
            case HOT_KEY ->
                text(Sentence.of(
                        "More threads do not help. Make %s faster, or choose keys that fewer messages share, if their order permits it.",
                        name));
            case PINNED_VIRTUAL_THREADS ->
                text(Sentence.of(
                        "Avoid waiting in %s while it holds its carrier thread, as in native code or, before Java 24, in a synchronized block; or serve its slot by a fixed pool.",
                        name));
            case QUEUE_STORE -> new StoreAdvisor(situation, component).advise();
        };
    }

    /** Events that all time out do not show what was before. */
    private String slow(String what, String name, int component) {
        if (TaskErrors.atBottleneck(situation).areOwnTimeouts()) {
            return Sentence.of("Find out why " + what + " too late for its timeout.", name) + inside(component);
        }
        return situation.traffic().lacksFinishedTasks()
                ? Sentence.of(
                        "Find out why " + what + " too late for the timeout, and limit the time of that call.", name)
                : Sentence.of("Find out why " + what + " later than before.", name);
    }

    /** Says so if that wait alone fills the flow, by Little's law. */
    private String inside(int transition) {
        double seconds =
                situation.pending(transition) / Math.max(1, situation.traffic().throughput());
        double inside = situation.traffic().offered() * seconds;
        return inside <= situation.flow().maxInFlight()
                ? ""
                : Sentence.of(
                        " Each event waits there for %.0f ms. At %.0f per second, %.0f would be inside, but max-in-flight is %d. A shorter timeout reduces refusals.",
                        1_000 * seconds,
                        situation.traffic().offered(),
                        inside,
                        situation.flow().maxInFlight());
    }

    private String otherUse() {
        if (situation.host().isSaturatedByCompiler()) {
            return Sentence.of(
                    "The JVM uses %.1f processors to compile its code, mostly in the first minutes under load. Wait for a minute or two, or warm the application up before it gets its full load.",
                    situation.host().compiler());
        }
        String start = situation.host().compiles()
                ? "The JVM still compiles its code: after a start, wait for a minute or two first. "
                : "";
        String refusals = situation.traffic().refused()
                                > MANY_REFUSED * situation.traffic().offered()
                        && situation.host().isElsewhere()
                ? " If requests enter this flow, limit their rate in front of this process: refusing one costs about as much as answering it, apart from its tasks."
                : "";
        return start + "Find out what else this process computes, or use more processors." + refusals + awaited();
    }

    /** While processors lack, the time of a call tells nothing about the callee. */
    private String awaited() {
        Bottleneck bottleneck = situation.bottleneck();
        return bottleneck.place() == Place.TRANSITION
                ? Sentence.of(
                        " The system that '%s' calls may also be slow: call it from elsewhere to find out.",
                        situation.name(bottleneck.component()))
                : "";
    }

    private String lock(String name) {
        StackProfile look = situation.look();
        return look != null && LockUse.isShared(look)
                ? Sentence.of(
                        "Let more threads at once use the object that those in %s wait for, or shorten its use.", name)
                : Sentence.of("Shorten what %s does while it holds the lock, or use several locks.", name);
    }

    /** How much heap would be enough is not known. */
    private static List<Advice> moreHeap() {
        long present = Runtime.getRuntime().maxMemory() / MEBIBYTE;
        return List.of(Advice.ofSetting(
                Sentence.of(
                        "Give the process more heap than %d MiB, for example twice as much, or allocate less.",
                        present),
                "-Xmx",
                2 * present + "m"));
    }

    private static List<Advice> text(String text) {
        return List.of(Advice.ofText(text));
    }

    /** Adds to advice what its changes would bring, unless too little is known for that. Takes simulations. */
    List<Advice> predicted(Finding finding, List<Advice> advice) {
        if (situation.traffic().lacksFinishedTasks()
                || situation.traffic().hasManyTimeouts()
                || situation.host().leavesUnknownShare()
                || advice.stream().allMatch(one -> one.change() == null)) {
            return advice;
        }
        String component = finding.component() < 0 ? null : situation.name(finding.component());
        Forecast forecast = new Forecast(flow, situation, Verdict.limitedBy(finding.cause(), component));
        List<Advice> predicted =
                advice.stream().map(one -> predicted(one, forecast)).toList();
        List<Advice> worthwhile = predicted.stream()
                .filter(one -> finding.cause() != Cause.TOO_FEW_THREADS
                        || situation.host().lacksProcessors()
                        || isWorthwhile(one.change()))
                .toList();
        return worthwhile.isEmpty()
                ? predicted.stream().map(this::notWorthwhile).toList()
                : worthwhile;
    }

    private Advice notWorthwhile(Advice advice) {
        SlotAdvice change = Objects.requireNonNull(advice.change());
        Performance predicted = Objects.requireNonNull(change.predicted());
        String limit =
                predicted.limitedBy() == null ? "" : Sentence.of(", and the next limit is '%s'", predicted.limitedBy());
        return Advice.ofText(
                "More threads would not help at present: with %d in slot '%s', the predicted throughput is %.0f events per second%s.",
                Objects.requireNonNull(change.settings()).threads(),
                change.slot(),
                predicted.throughputPerSecond(),
                limit);
    }

    /** Whether more threads are expected to bring more than a simulation may get wrong. */
    private boolean isWorthwhile(@Nullable SlotAdvice change) {
        Performance predicted = change == null ? null : change.predicted();
        return predicted == null
                || predicted.throughputPerSecond()
                        >= (1 + IMPRECISE) * situation.traffic().throughput()
                || predicted.p99Micros() <= (1 - IMPRECISE) * situation.latencyMicros(0.99);
    }

    private Advice predicted(Advice advice, Forecast forecast) {
        SlotAdvice change = advice.change();
        if (change == null) {
            return advice;
        }
        Map<String, Optional<JoinSettings>> slots = Map.of(change.slot(), Optional.ofNullable(change.settings()));
        Performance simulated = forecast.predict(slots);
        Performance predicted = forecast.exceedsProcessors(simulated) ? null : simulated;
        return new Advice(
                Stream.of(Stream.of(advice.text()), missedGoal(predicted), Forecast.caveats(situation).stream())
                        .flatMap(sentences -> sentences)
                        .collect(Collectors.joining(" ")),
                advice.setting(),
                advice.value(),
                new SlotAdvice(change.slot(), change.settings(), predicted));
    }

    /** Advice is for what arrives, not for a latency: which layout keeps that, only many simulations show. */
    private Stream<String> missedGoal(@Nullable Performance predicted) {
        return situation.goalP99Micros().stream()
                .filter(goal -> predicted != null && predicted.p99Micros() > goal)
                .mapToObj(goal -> Sentence.of(
                        "This alone is not expected to reach the goal, a p99 of %s.", Sentence.duration(goal)));
    }

    private List<Advice> admission(int component) {
        int present = situation.flow().maxInFlight();
        if (present == FlowBuilder.MAX_IN_FLIGHT) {
            return List.of();
        }
        boolean awaitsOthers = component >= 0 && situation.isTransition(component);
        String text = awaitsOthers
                ? Sentence.of(
                        "Admit more events at once, if the system that '%s' calls can serve more than %.0f at a time.",
                        situation.name(component),
                        situation.component(component).pending().average())
                : "Admit more events at once.";
        return List.of(Advice.ofSetting(
                text + " A flow that is built in Java takes the number from its builder instead: maxInFlight.",
                Sentence.of("concor.flows.%s.max-in-flight", flow),
                Integer.toString(Math.min(2 * present, FlowBuilder.MAX_IN_FLIGHT))));
    }
}
