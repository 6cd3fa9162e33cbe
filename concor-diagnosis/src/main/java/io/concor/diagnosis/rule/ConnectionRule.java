package io.concor.diagnosis.rule;

import io.concor.TaskKind;
import io.concor.diagnosis.rule.Bottleneck.Place;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Sentence;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A connection pool with fewer connections than threads that want one. If more connections are in use than threads are in
 * tasks and have one, the rest was taken and not returned.
 */
final class ConnectionRule implements CauseRule {

    private static final double WAITING = 0.8;
    private static final double LEAKED = 0.25;

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        return situation.host().pools().stream().flatMap(pool -> check(situation, bottleneck, pool));
    }

    /** Whether threads wait for a connection all the time. */
    static boolean isShort(Situation situation) {
        return situation.host().pools().stream().anyMatch(pool -> isShort(waiting(situation, pool)));
    }

    private static boolean isShort(Evidence waiting) {
        return waiting.windows() >= LimitSigns.ENOUGH_WINDOWS;
    }

    private static Evidence waiting(Situation situation, PoolWindow pool) {
        return evidence(situation, pool, "pending", seen -> seen.pending().average(), WAITING, "threads");
    }

    private static Stream<Finding> check(Situation situation, Bottleneck bottleneck, PoolWindow pool) {
        Evidence waiting = waiting(situation, pool);
        if (!isShort(waiting) || bottleneck.place() == Place.RING) {
            return Stream.empty();
        }
        double leaked = average(situation, pool, seen -> seen.active().least())
                - Math.max(0, threadsInTasks(situation) - waiting.value());
        int component = bottleneck.component();
        Evidence inUse =
                evidence(situation, pool, "active", seen -> seen.active().average(), pool.most(), "connections");
        Evidence unused = new Evidence(
                "connections.without.thread", leaked, LEAKED * pool.most(), "connections", waiting.windows());
        boolean leak = leaked >= Math.max(1, LEAKED * pool.most());
        return Stream.of(
                Finding.of(
                        Cause.CONNECTION_POOL,
                        component,
                        leak ? 0.4 : 0.95,
                        Sentence.of(
                                "At '%s', %.0f threads wait for one of the %d connections of pool '%s', which are all in use.",
                                place(situation, component), waiting.value(), pool.most(), pool.name()),
                        waiting,
                        inUse),
                Finding.of(
                        Cause.CONNECTION_LEAK,
                        component,
                        leak ? 0.93 : 0,
                        Sentence.of(
                                "%.0f of the %d connections of pool '%s' are in use without a thread in a task: they were not returned.",
                                leaked, pool.most(), pool.name()),
                        unused,
                        waiting));
    }

    private static String place(Situation situation, int component) {
        return component < 0 ? "the callers" : situation.name(component);
    }

    /** Threads in tasks that may hold a connection. */
    private static double threadsInTasks(Situation situation) {
        return IntStream.range(0, situation.components())
                .filter(i -> situation.component(i).kind() != TaskKind.TRANSITION)
                .mapToDouble(i -> situation.averageOf(
                        i,
                        seen -> seen.running().average() + seen.runningOutside().average()))
                .sum();
    }

    private static double average(Situation situation, PoolWindow pool, ToDoubleFunction<PoolWindow> figure) {
        return situation.average(seen -> seen.host().pools().stream()
                .filter(other -> other.name().equals(pool.name()))
                .mapToDouble(figure)
                .findFirst()
                .orElse(0));
    }

    private static Evidence evidence(
            Situation situation,
            PoolWindow pool,
            String figureName,
            ToDoubleFunction<PoolWindow> figure,
            double threshold,
            String unit) {
        return situation.evidence(
                pool.signal() + "." + figureName,
                seen -> seen.host().pools().stream()
                        .filter(other -> other.name().equals(pool.name()))
                        .mapToDouble(figure)
                        .findFirst()
                        .orElse(0),
                threshold,
                unit);
    }
}
