package io.concor.diagnosis.situation;

import io.concor.diagnosis.signal.FlowWindow;
import io.concor.diagnosis.signal.FlowWindow.SlotWindow;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The signs that something limits a flow: it refuses events, callers wait, it is nearly full, its latency exceeds the
 * goal, a queue stands, in a slot or in front of a connection pool, or the callers' threads that compute in it are twice
 * as many as there are processors, all busy, so that they queue for these. A standing queue never becomes short in a
 * window; a burst leaves one that does. The bound of five milliseconds is that of CoDel (Nichols and Jacobson,
 * Controlling Queue Delay, ACM Queue 10(5), 2012). The latency of fewer than twenty sampled events is unknown, which is
 * no sign.
 */
public final class LimitSigns {

    /** In how many of the last five windows a sign must be seen. */
    public static final int ENOUGH_WINDOWS = 3;

    /** The signal of a latency beyond the goal, which alone does not mean that events wait. */
    public static final String LATENCY = "flow.latency.p99";

    /** How many sampled events a latency is known from. Of fewer, a single slow one decides. */
    public static final int ENOUGH_SAMPLES = 20;

    private static final double STANDING_SECONDS = 0.005;
    private static final double SHORT_QUEUE = 4;
    private static final double CALLERS_PER_PROCESSOR = 2;
    private static final double THREADS_PER_CONNECTION = 2;

    private static final Sign REFUSED = new Sign("flow.refused", FlowWindow::refused, 0, "per second");
    private static final Sign CALLERS =
            new Sign("flow.waiting.callers", seen -> seen.waitingCallers().least(), 1, "threads");
    private static final Sign FULL = new Sign(
            "flow.in.flight", seen -> seen.admitted().average() / seen.maxInFlight(), ShareBounds.NEARLY_ALL, "share");
    private static final List<Sign> OF_FLOW = List.of(REFUSED, CALLERS, FULL);

    /** A figure of a window that says from a bound on that something limits the flow. */
    private record Sign(String signal, ToDoubleFunction<FlowWindow> figure, double bound, String unit) {

        boolean isSeenIn(FlowWindow window) {
            return Situation.reaches(figure.applyAsDouble(window), bound);
        }

        Evidence in(Situation situation) {
            return situation.evidence(signal, seen -> figure.applyAsDouble(seen.flow()), bound, unit);
        }
    }

    private LimitSigns() {}

    /** Returns the signs seen in at least three windows. Empty if nothing limits the flow. */
    public static List<Evidence> of(Situation situation) {
        return Stream.of(
                        OF_FLOW.stream().map(sign -> sign.in(situation)),
                        Stream.of(computingCallers(situation)),
                        latency(situation),
                        standingQueue(situation),
                        backlogs(situation),
                        connectionsWanted(situation))
                .flatMap(signs -> signs)
                .filter(LimitSigns::isSeen)
                .toList();
    }

    /** Returns how many threads of callers compute in the flow and queue for processors, all busy; empty if they do not. */
    public static OptionalDouble queuingCallers(Situation situation) {
        Evidence computing = computingCallers(situation);
        return isSeen(computing) ? OptionalDouble.of(computing.value()) : OptionalDouble.empty();
    }

    private static Evidence computingCallers(Situation situation) {
        return situation.evidence(
                "flow.callers.computing",
                seen -> HostLoad.areBusy(seen.host()) ? computingCallers(situation, seen) : 0,
                CALLERS_PER_PROCESSOR * situation.host().processors(),
                "threads");
    }

    private static double computingCallers(Situation situation, Observation seen) {
        return situation
                .indices()
                .filter(situation::isComputingTask)
                .mapToDouble(
                        i -> seen.flow().components().get(i).runningOutside().average())
                .sum();
    }

    public static Evidence refused(Situation situation) {
        return REFUSED.in(situation);
    }

    public static Evidence full(Situation situation) {
        return FULL.in(situation);
    }

    /**
     * Drops the windows before the first and after the last with a sign, if enough are left: they may be of a lower load. A
     * latency beyond the goal is of all windows.
     */
    public static Situation whileSigns(Situation situation) {
        List<Observation> recent = situation.recent();
        Optional<PoolWindow> wanted = wantedPool(situation);
        int[] withSign = IntStream.range(0, recent.size())
                .filter(i -> isSeenIn(recent.get(i), wanted))
                .toArray();
        if (withSign.length == 0) {
            return situation;
        }
        List<Observation> kept = recent.subList(withSign[0], withSign[withSign.length - 1] + 1);
        return kept.size() < ENOUGH_WINDOWS ? situation : situation.withWindows(kept);
    }

    /** Whether a latency beyond the goal is the only one of some signs. */
    public static boolean areLatencyAlone(List<Evidence> signs) {
        return signs.stream().allMatch(sign -> sign.signal().equals(LATENCY));
    }

    /** Whether signs other than the latency were seen, and none in the last window. */
    public static boolean haveEnded(Situation situation) {
        Optional<PoolWindow> wanted = wantedPool(situation);
        return !isSeenInLast(situation)
                && computingCallers(situation.latest(1)).windows() == 0
                && situation.recent().stream().anyMatch(seen -> isSeenIn(seen, wanted));
    }

    /** Whether a sign other than the latency is seen in the last window. */
    public static boolean isSeenInLast(Situation situation) {
        List<Observation> recent = situation.recent();
        return isSeenIn(recent.get(recent.size() - 1), wantedPool(situation));
    }

    /** Whether no sign is seen in the last window. A latency beyond the goal is one of the last ten seconds. */
    public static boolean isQuiet(Situation situation) {
        return !isSeenInLast(situation)
                && Stream.concat(Stream.of(computingCallers(situation.latest(1))), latency(situation))
                        .allMatch(sign -> sign.windows() == 0);
    }

    /** Whether a sign other than the latency is seen in a window. */
    private static boolean isSeenIn(Observation seen, Optional<PoolWindow> wanted) {
        FlowWindow window = seen.flow();
        return OF_FLOW.stream().anyMatch(sign -> sign.isSeenIn(window))
                || wanted.isPresent() && leastWaiting(seen, wanted.get()) >= queue(wanted.get())
                || window.slots().stream()
                        .anyMatch(slot -> standing(slot) >= SHORT_QUEUE || StoreLoad.backlog(slot) >= SHORT_QUEUE);
    }

    /** Whether a figure exceeded its bound in enough windows. */
    public static boolean isSeen(Evidence sign) {
        return sign.windows() >= ENOUGH_WINDOWS;
    }

    /** Whether the latency is known and beyond the goal. */
    public static boolean missesLatency(Situation situation) {
        return latency(situation).anyMatch(LimitSigns::isSeen);
    }

    /** Whether the flow is to keep a latency that is not known, because too few events are sampled. */
    public static boolean lacksLatency(Situation situation) {
        return situation.goalP99Micros().isPresent()
                && situation.times().latency().samples() < ENOUGH_SAMPLES;
    }

    private static Stream<Evidence> latency(Situation situation) {
        return situation.goalP99Micros().isEmpty() || lacksLatency(situation)
                ? Stream.empty()
                : Stream.of(latency(situation, situation.goalP99Micros().getAsDouble()));
    }

    /** A single event of a hundred or fewer says nothing about one in a hundred: a second one must exceed the goal, too. */
    private static Evidence latency(Situation situation, double goal) {
        double butOne = 1 - 1.5 / situation.times().latency().samples();
        boolean exceeded = situation.latencyMicros(Math.min(0.99, butOne)) > goal;
        return new Evidence(
                LATENCY,
                situation.latencyMicros(0.99),
                goal,
                "micros",
                exceeded ? situation.recent().size() : 0);
    }

    /** The most downstream queue that stands: the one before it, if there is another, may stand because of it. */
    private static Stream<Evidence> standingQueue(Situation situation) {
        return situation
                .filledFromEnd()
                .mapToObj(slot -> situation.evidence(
                        "slot.queue.least", seen -> standing(seen.flow().slots().get(slot)), SHORT_QUEUE, "events"))
                .filter(LimitSigns::isSeen)
                .limit(1);
    }

    /** The events that a store does not hand out fast enough. */
    private static Stream<Evidence> backlogs(Situation situation) {
        return situation
                .filled()
                .mapToObj(slot -> backlog(situation, slot))
                .filter(LimitSigns::isSeen)
                .limit(1);
    }

    static Evidence backlog(Situation situation, int slot) {
        return situation.evidence(
                "queue.depth.least",
                seen -> StoreLoad.backlog(seen.flow().slots().get(slot)),
                SHORT_QUEUE,
                "events");
    }

    /** Whether the flow admits no further event, or not at once. */
    static boolean isFull(Situation situation) {
        return OF_FLOW.stream().anyMatch(sign -> isSeen(sign.in(situation)));
    }

    /** Whether threads of the flow queue for connections all the time. Where there are many, no queue stands in their slot. */
    static boolean waitsForConnections(Situation situation) {
        return connectionsWanted(situation).anyMatch(LimitSigns::isSeen);
    }

    private static Stream<Evidence> connectionsWanted(Situation situation) {
        return wantedPool(situation).stream()
                .map(pool -> situation.evidence(
                        "connections.waiting.least", seen -> leastWaiting(seen, pool), queue(pool), "threads"));
    }

    /** Fewer threads are soon all busy, and then events wait in their slot. */
    private static double queue(PoolWindow pool) {
        return THREADS_PER_CONNECTION * pool.most();
    }

    /** Returns the pool for which at least twice as many threads of the flow wait as it has connections; empty for none. */
    private static Optional<PoolWindow> wantedPool(Situation situation) {
        if (situation.pools().stream().noneMatch(LimitSigns::isQueuedFor)) {
            return Optional.empty(); // to find whether the flow is the user of a pool takes long
        }
        return ConnectionUse.of(situation)
                .filter(use -> isQueuedFor(use.pool()) && use.waiting(situation) >= queue(use.pool()))
                .map(ConnectionUse::pool);
    }

    private static boolean isQueuedFor(PoolWindow pool) {
        return pool.pending().average() >= queue(pool);
    }

    /** Returns the number of threads that waited for a connection of a pool at each reading. */
    private static double leastWaiting(Observation seen, PoolWindow pool) {
        return seen.host().ofPool(pool.name(), other -> other.pending().least());
    }

    /**
     * Returns the length that the queue of a slot never fell below, if that is long for its threads; otherwise 0. Events that
     * wait for the end of a call are no queue if the next call takes them all.
     */
    private static double standing(SlotWindow seen) {
        int threads = seen.settings() == null ? 0 : seen.settings().threads();
        double least = seen.queue().least();
        return seen.settings() != null
                        && least >= threads
                        && least >= STANDING_SECONDS * seen.taken()
                        && (seen.batches() == null || least >= seen.batches().limit())
                ? least
                : 0;
    }
}
