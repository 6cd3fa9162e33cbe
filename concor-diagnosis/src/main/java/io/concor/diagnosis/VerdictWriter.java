package io.concor.diagnosis;

import io.concor.diagnosis.advice.LayoutCheck;
import io.concor.diagnosis.advice.PredictedAdvice;
import io.concor.diagnosis.cause.Finding;
import io.concor.diagnosis.forecast.ProcessorGrowth;
import io.concor.diagnosis.signal.FlowWindow;
import io.concor.diagnosis.situation.Baseline.Known;
import io.concor.diagnosis.situation.ConnectionUse;
import io.concor.diagnosis.situation.LimitSigns;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.Traffic;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Advice;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import io.concor.diagnosis.verdict.Verdict.Headroom;
import io.concor.diagnosis.verdict.Verdict.State;
import io.concor.diagnosis.verdict.Verdict.Suspect;
import io.concor.text.Sentence;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes the verdicts about one flow. For one thread. */
final class VerdictWriter {

    private static final int MOST_SUSPECTS = 3;
    /** Of how many seconds the growth of the number of events inside is taken. */
    private static final int SECONDS_OF_GROWTH = 2;
    /** The least growth that is mentioned, in events per second, and as a share of those that arrive. */
    private static final double LEAST_GROWTH = 5;

    private static final double PILING = 0.25;
    /** The times of shorter tasks change with whatever else the processors do. */
    private static final double SHORTEST_SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final double NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);
    private static final String CPU = Cause.CPU.toString();
    private static final String ADMISSION = Cause.ADMISSION.toString();
    private static final String CONNECTION_POOL = Cause.CONNECTION_POOL.toString();
    /** What may limit a flow next without being a component, in words. */
    private static final Map<String, String> NOT_COMPONENTS =
            Map.of(CPU, "the processors", ADMISSION, "max-in-flight", CONNECTION_POOL, "the connections");

    private static final Advice WAIT = Advice.ofText(
            "Wait for some seconds: a closer look at the threads is under way, which may show another cause.");

    private final String flow;
    private final PredictedAdvice advice;
    /** Which task took longer than usual when times were last compared; empty if none did. */
    private String slowdown = "";

    /**
     * @param simulations runs the simulations that advice contains
     * @param check tells which advice is allowed
     */
    VerdictWriter(String flow, Executor simulations, LayoutCheck check) {
        this.flow = flow;
        this.advice = new PredictedAdvice(flow, simulations, check);
    }

    /** What was advised is of another time. */
    void forgetAdvice() {
        advice.forget();
    }

    Verdict unknown(String reason, Instant since) {
        return verdict(State.UNKNOWN, since, reason + ".", null);
    }

    /** Returns a verdict that hardly any events end, because few arrive or because they are still inside. */
    Verdict hardlyUsed(Situation situation, Instant since) {
        return unknown(
                situation.traffic().offered() < Traffic.LEAST_RATE
                        ? "Too few events"
                        : Sentence.of(
                                "Almost no event has ended yet: %.0f per second arrive, and %.0f are inside",
                                situation.traffic().offered(),
                                situation.flow().inFlight().average()),
                since);
    }

    /** Returns a verdict that the flow may keep its latency or not: too few events are sampled. */
    Verdict latencyUnknown(Situation situation, Instant since) {
        return unknown(
                Sentence.of(
                        "Whether the flow keeps its p99 is unknown: %d events were sampled in ten seconds, and at least %d are needed. Sample a larger share of the events, by concor.sampling or, until the next start, by the endpoint concorsampling",
                        situation.times().latency().samples(), LimitSigns.ENOUGH_SAMPLES),
                since);
    }

    private Verdict verdict(State state, Instant since, String summary, @Nullable Headroom headroom) {
        return new Verdict(
                flow, state, since, null, null, null, 0, summary, List.of(), List.of(), List.of(), List.of(), headroom,
                null);
    }

    /**
     * Compares the sampled times with the usual ones. Healthy verdicts mention what takes longer until the next call: what a
     * task waits for may have become slow long before that limits something.
     */
    void compareTimes(Situation situation) {
        slowdown = situation
                .indices()
                .boxed()
                .flatMap(component -> situation.baseline().slowdown(component, situation.times()).stream()
                        .filter(slow -> slow.known() == Known.FROM_MOST && slow.nanos() >= SHORTEST_SLOW_NANOS)
                        .map(slow -> Sentence.of(
                                " '%s' takes %.1f times as long as usual, in the median %s.",
                                situation.name(component),
                                slow.factor(),
                                Sentence.duration(slow.nanos() / NANOS_PER_MICRO))))
                .findFirst()
                .orElse("");
    }

    /** Healthy verdicts mention no slow task until times are compared again. */
    void forgetComparison() {
        slowdown = "";
    }

    /**
     * Returns a verdict that nothing limits the flow. Its summary mentions if many events fail or pile up, or a task has
     * become slow.
     */
    Verdict healthy(Situation situation, Instant since) {
        Situation last = situation.latest(1); // earlier seconds may be of a lower load
        Situation now = last.traffic().isIdle() ? situation : last;
        Headroom headroom = headroom(now);
        String failures = FailureNote.of(situation) + slowdown;
        if (pileUp(situation.latest(SECONDS_OF_GROWTH))) {
            return verdict(State.HEALTHY, since, piling(situation.latest(SECONDS_OF_GROWTH)) + failures, headroom);
        }
        return verdict(State.HEALTHY, since, praise(now, headroom, failures), headroom);
    }

    private static String praise(Situation now, Headroom headroom, String failures) {
        String rate = Sentence.of(
                "Nothing limits the flow at %.0f events per second",
                now.traffic().throughput());
        if (now.host().areBusy()) {
            return rate + ", but all processors are busy: events may wait before they enter it." + failures;
        }
        return rate + "." + (failures.isEmpty() ? next(now, headroom) : failures);
    }

    /** How long events would wait at a higher rate, only a simulation shows. */
    private static String next(Situation now, Headroom headroom) {
        return Sentence.of(
                " At %.1f times this rate, %s would%s.%s",
                headroom.factor(),
                NOT_COMPONENTS.getOrDefault(headroom.next(), "'" + headroom.next() + "'"),
                headroom.next().equals(CPU)
                        ? Sentence.of(
                                ", if %s grew with it", ProcessorGrowth.of(now).inWords())
                        : "",
                now.goalP99Micros().isPresent() ? " The p99 may exceed its goal sooner." : "");
    }

    /** Whether many of the events that arrive have not ended yet. */
    private static boolean pileUp(Situation latest) {
        double inside = latest.traffic().offered()
                - latest.traffic().refused()
                - latest.traffic().throughput();
        return inside > Math.max(LEAST_GROWTH, PILING * latest.traffic().offered());
    }

    private static String piling(Situation latest) {
        return Sentence.of(
                "Nothing limits the flow yet: %.0f events per second arrive, %.0f end, and %.0f of at most %d are inside.%s",
                latest.traffic().offered(),
                latest.traffic().throughput(),
                latest.flow().admitted().average(),
                latest.flow().maxInFlight(),
                stored(latest));
    }

    private static String stored(Situation latest) {
        long depth = latest.traffic().stored();
        return depth > 0 ? Sentence.of(" %d more wait in stores.", depth) : "";
    }

    /** Returns a verdict that the last second had signs of a limit, and that more seconds will show whether there is one. */
    Verdict perhapsLimited(Situation situation, Instant since) {
        FlowWindow second = situation.flow();
        return unknown(
                Sentence.of(
                        "Events waited or were refused in the last second: %.0f of at most %d were inside, and %.0f were refused. The verdict names a cause if this lasts for %d seconds",
                        second.admitted().average(), second.maxInFlight(), second.refused(), LimitSigns.ENOUGH_WINDOWS),
                since);
    }

    /** The part of the flow whose capacity is used most. How much more larger batches would handle is not known. */
    private static Headroom headroom(Situation situation) {
        Stream<Headroom> slots = situation
                .filled()
                .filter(slot -> !situation.stage(slot).hasRoomInBatches())
                .mapToObj(slot -> new Headroom(factor(situation.stage(slot).busy()), situation.name(slot)));
        Headroom processors = new Headroom(ProcessorGrowth.of(situation).most(), CPU);
        Headroom admission = new Headroom(
                factor(situation.traffic().admitted() / situation.flow().maxInFlight()), ADMISSION);
        Stream<Headroom> connections = ConnectionUse.of(situation).stream()
                .map(use -> new Headroom(factor(use.shareUsed(situation)), CONNECTION_POOL));
        return Stream.of(slots, connections, Stream.of(processors, admission))
                .flatMap(part -> part)
                .min(Comparator.comparingDouble(Headroom::factor))
                .orElse(admission);
    }

    private static double factor(double used) {
        return 1 / Math.max(used, 0.001);
    }

    /**
     * Returns a verdict with the likeliest cause.
     *
     * @param firstLook whether a closer look is under way and nothing is known from another: then it advises to wait for it
     */
    Verdict limited(
            Situation situation, List<Finding> findings, List<Evidence> signs, boolean firstLook, Instant since) {
        Finding first = findings.get(0);
        int slot = first.component() < 0 ? -1 : situation.slotServing(first.component());
        return new Verdict(
                flow,
                State.LIMITED,
                since,
                first.cause(),
                slot < 0 ? null : situation.name(slot),
                first.component() < 0 ? null : situation.name(first.component()),
                first.confidence(),
                first.summary(),
                Stream.concat(first.evidence().stream(), signs.stream())
                        .distinct()
                        .toList(),
                first.against(),
                findings.stream()
                        .filter(other -> other.cause() != first.cause() || other.component() != first.component())
                        .limit(MOST_SUSPECTS)
                        .map(other -> suspect(situation, other))
                        .toList(),
                firstLook ? List.of(WAIT) : advice.of(first, situation),
                null,
                null);
    }

    private static Suspect suspect(Situation situation, Finding finding) {
        return new Suspect(
                finding.cause(),
                finding.component() < 0 ? null : situation.name(finding.component()),
                finding.confidence());
    }
}
