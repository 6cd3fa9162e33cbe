package io.concor.diagnosis.rule;

import io.concor.diagnosis.rule.Bottleneck.Place;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Sentence;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A connection pool with fewer connections than threads that want one. If more connections are in use than threads with an
 * event, open transactions of all flows, and threads with a request or a job outside of them can hold, the rest was taken
 * and not returned.
 */
final class ConnectionRule implements CauseRule {

    private static final double WAITING = 0.8;
    private static final double LEAKED = 0.25;
    /** A share of the stacks: a few of many threads may wait, while the others hold all connections. */
    private static final double CONNECTING = 0.01;
    /** A share of the stacks that tells without the figures of a pool. */
    private static final double UNKNOWN_POOL = 0.3;
    /** How many of the last seconds are enough to suspect a pool. */
    private static final int NOW = 2;
    /** Still more than that threads are too few, which they are because connections are missing. */
    private static final double LIKELY = 0.8;
    /** Less than a cause at the threads of the flow itself has. */
    private static final double UNSURE = 0.5;

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        return Stream.concat(
                situation.host().pools().stream().flatMap(pool -> check(situation, bottleneck, pool)),
                unknownPool(situation, bottleneck));
    }

    /** Stacks show that threads wait for a connection, but no known pool lets any wait: that of an HTTP client, say. */
    private static Stream<Finding> unknownPool(Situation situation, Bottleneck bottleneck) {
        StackProfile look = situation.look();
        if (look == null
                || bottleneck.place() != Place.STAGE
                || !look.isKnown()
                || look.connectingShare() < UNKNOWN_POOL
                || situation.host().pools().stream().anyMatch(pool -> isShort(situation, pool))) {
            return Stream.empty();
        }
        return Stream.of(Finding.of(
                Cause.CONNECTION_POOL,
                bottleneck.component(),
                0.7 + 0.25 * look.connectingShare(),
                Sentence.of(
                        "Threads in '%s' wait for a connection in %.0f %% of their stacks, of a pool whose figures are not known.",
                        situation.name(bottleneck.component()), 100 * look.connectingShare()),
                new Evidence(
                        "thread.connecting",
                        look.connectingShare(),
                        UNKNOWN_POOL,
                        "share",
                        situation.recent().size())));
    }

    /** Whether threads of the flow may wait for a connection all the time. */
    static boolean isShort(Situation situation) {
        return mayWait(situation) && situation.host().pools().stream().anyMatch(pool -> isShort(situation, pool));
    }

    private static boolean isShort(Situation situation, PoolWindow pool) {
        return isLongShort(waiting(situation, pool)) || isShortNow(situation, pool) || isSeenShort(situation, pool);
    }

    /** All connections are in use, and stacks show threads that wait for one. */
    private static boolean isSeenShort(Situation situation, PoolWindow pool) {
        StackProfile look = situation.look();
        return look != null && look.isKnown() && look.connectingShare() >= UNKNOWN_POOL && ConnectionUse.isUsedUp(pool);
    }

    private static boolean isLongShort(Evidence waiting) {
        return waiting.windows() >= LimitSigns.ENOUGH_WINDOWS;
    }

    /** A pool is exhausted some seconds later than the threads that fill it. */
    private static boolean isShortNow(Situation situation, PoolWindow pool) {
        return waiting(situation.latest(NOW), pool).windows() == NOW;
    }

    /** A pool does not tell who waits. Stacks do: if they show none, others wait. So they do if no task can use a pool. */
    static boolean mayWait(Situation situation) {
        return mayWait(situation, IntStream.range(0, situation.components()));
    }

    private static boolean mayWait(Situation situation, IntStream components) {
        StackProfile look = situation.look();
        return look == null || !look.isKnown()
                ? components.anyMatch(situation::mayConnect)
                : look.connectingShare() >= CONNECTING;
    }

    /** Whether what limits the flow may wait for a connection. */
    private static boolean mayWait(Situation situation, Bottleneck bottleneck) {
        return bottleneck.place() == Place.STAGE && bottleneck.slot() >= 0
                ? mayWait(situation, situation.stage(bottleneck.slot()))
                : mayWait(situation);
    }

    /** Whether the threads that limit the flow wait: stacks show it, or there are not enough other threads that could. */
    private static boolean surelyWait(Situation situation, Bottleneck bottleneck, Evidence waiting) {
        StackProfile look = situation.look();
        return look != null && look.isKnown() || threadsElsewhere(situation, bottleneck.slot()) < waiting.value();
    }

    /** Threads with an event of other flows, those outside of flows, and of other slots if a slot limits the flow. */
    private static double threadsElsewhere(Situation situation, int slot) {
        double all = situation.average(seen -> seen.host().holders().threads());
        double here = slot < 0
                ? situation.average(seen -> seen.flow().threadsWithEvent())
                : situation.threads(slot) * situation.busy(slot);
        return all - here;
    }

    private static Evidence waiting(Situation situation, PoolWindow pool) {
        return evidence(situation, pool, "pending", seen -> seen.pending().average(), WAITING, "threads");
    }

    private static Stream<Finding> check(Situation situation, Bottleneck bottleneck, PoolWindow pool) {
        Evidence waiting = waiting(situation, pool);
        if (!isShort(situation, pool) || bottleneck.place() == Place.RING || !mayWait(situation, bottleneck)) {
            return Stream.empty();
        }
        boolean transition = bottleneck.place() == Place.TRANSITION;
        double leaked = withoutHolder(situation, pool);
        boolean leak = leaked >= Math.max(1, LEAKED * pool.most());
        double certainty = (!transition && surelyWait(situation, bottleneck, waiting) ? 1 : UNSURE)
                * (isLongShort(waiting) ? 1 : LIKELY);
        int component = transition ? takerBesides(situation) : taker(situation, bottleneck.component());
        return Stream.of(
                tooSmall(situation, component, pool, waiting, certainty * (leak ? 0.4 : 0.95)),
                leaking(component, pool, waiting, leaked, leak ? certainty * 0.93 : 0));
    }

    /** The first component of a transaction waits for the connection of all. */
    private static int taker(Situation situation, int component) {
        return ConnectionUse.of(situation)
                .filter(use -> use.range().contains(component))
                .map(ConnectionUse::taker)
                .orElse(component);
    }

    /** An event that waits for its continuation holds no thread, which could wait for a connection. */
    private static int takerBesides(Situation situation) {
        return ConnectionUse.of(situation).map(ConnectionUse::taker).orElse(Finding.WHOLE_FLOW);
    }

    private static Finding tooSmall(
            Situation situation, int component, PoolWindow pool, Evidence waiting, double confidence) {
        return Finding.of(
                Cause.CONNECTION_POOL,
                component,
                confidence,
                Sentence.of(
                        "At '%s', %s for one of the %d connections of pool '%s', which are all in use.",
                        place(situation, component),
                        Sentence.counted(waitingNow(situation, pool), "thread waits", "threads wait"),
                        pool.most(),
                        pool.name()),
                waiting,
                evidence(situation, pool, "active", seen -> seen.active().average(), pool.most(), "connections"));
    }

    /** Those of the last second, or the mean of the last ones if that is more. */
    private static double waitingNow(Situation situation, PoolWindow pool) {
        return Math.max(
                waiting(situation, pool).value(),
                waiting(situation.latest(1), pool).value());
    }

    private static Finding leaking(int component, PoolWindow pool, Evidence waiting, double leaked, double confidence) {
        return Finding.of(
                Cause.CONNECTION_LEAK,
                component,
                confidence,
                Sentence.of(
                        "%.0f of the %d connections of pool '%s' are in use, but no event, request or job can hold them: they were not returned.",
                        leaked, pool.most(), pool.name()),
                new Evidence(
                        "connections.without.thread", leaked, LEAKED * pool.most(), "connections", waiting.windows()),
                waiting);
    }

    private static double withoutHolder(Situation situation, PoolWindow pool) {
        return situation.average(seen ->
                figure(seen, pool, present -> present.activeWithout(seen.host().holders())));
    }

    private static String place(Situation situation, int component) {
        return component < 0 ? "the callers" : situation.name(component);
    }

    private static double figure(Observation seen, PoolWindow pool, ToDoubleFunction<PoolWindow> figure) {
        return seen.host().pools().stream()
                .filter(other -> other.name().equals(pool.name()))
                .mapToDouble(figure)
                .findFirst()
                .orElse(0);
    }

    private static Evidence evidence(
            Situation situation,
            PoolWindow pool,
            String figureName,
            ToDoubleFunction<PoolWindow> figure,
            double threshold,
            String unit) {
        return situation.evidence(
                pool.signal() + "." + figureName, seen -> figure(seen, pool, figure), threshold, unit);
    }
}
