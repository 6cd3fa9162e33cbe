package io.concor.diagnosis.cause;

import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.situation.Bottleneck;
import io.concor.diagnosis.situation.Bottleneck.Place;
import io.concor.diagnosis.situation.ConnectionUse;
import io.concor.diagnosis.situation.PoolShortage;
import io.concor.diagnosis.situation.ShareBounds;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import io.concor.text.Sentence;
import java.util.stream.Stream;

/**
 * A connection pool with fewer connections than threads that want one. If more connections are in use than threads with an
 * event, open transactions of all flows, and threads with a request or a job outside of them can hold, the rest was taken
 * and not returned.
 */
final class ConnectionRule implements CauseRule {

    private static final double LEAKED = 0.25;

    /** How it is known that connections leak, with the confidence that they do and that the pool is just too small. */
    private enum Leak {
        CERTAIN("%s", Confidence.CONNECTION_LEAK, Confidence.CONNECTION_POOL_WITH_LEAK),
        /** Threads that seem to wait for work may hold them. */
        UNLESS_HELD(
                "Unless threads that seem to wait for work hold them, %s",
                Confidence.CONNECTION_LEAK_UNLESS_HELD, Confidence.CONNECTION_POOL_UNLESS_LEAKED);

        private final String sentence;
        private final double confidence;
        private final double confidenceOfPool;

        Leak(String sentence, double confidence, double confidenceOfPool) {
            this.sentence = sentence;
            this.confidence = confidence;
            this.confidenceOfPool = confidenceOfPool;
        }
    }

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        return Stream.concat(
                situation.pools().stream()
                        .flatMap(pool -> PoolShortage.of(situation, pool).stream())
                        .flatMap(shortage -> check(situation, bottleneck, shortage)),
                unknownPool(situation, bottleneck));
    }

    private static Stream<Finding> check(Situation situation, Bottleneck bottleneck, PoolShortage shortage) {
        if (bottleneck.place() == Place.RING || !PoolShortage.mayWaitAt(situation, bottleneck)) {
            return Stream.empty();
        }
        boolean transition = bottleneck.place() == Place.TRANSITION;
        boolean sure = !transition
                && PoolShortage.waitAt(situation, bottleneck, shortage.waiting().value());
        double certainty = (sure ? 1 : Confidence.TIMES_IF_OTHERS_MAY_WAIT)
                * (shortage.isLong() ? 1 : Confidence.TIMES_IF_SHORT_FOR_SECONDS);
        // an event that waits for its continuation holds no thread, which could wait for a connection
        int component = transition
                ? ConnectionUse.of(situation).map(ConnectionUse::taker).orElse(Finding.WHOLE_FLOW)
                : taker(situation, bottleneck.component());
        return withLeak(situation, component, shortage, certainty);
    }

    /** Which of the two it is depends on what may hold the connections. */
    private static Stream<Finding> withLeak(
            Situation situation, int component, PoolShortage shortage, double certainty) {
        double many = Math.max(1, LEAKED * shortage.pool().most());
        double surely = shortage.surelyWithoutHolder();
        Leak leak = surely >= many ? Leak.CERTAIN : Leak.UNLESS_HELD;
        double leaked = leak == Leak.CERTAIN ? surely : shortage.withoutHolder();
        if (leaked < many) {
            double slow =
                    PoolShortage.mayHoldersBeSlow(situation, component) ? Confidence.TIMES_IF_HOLDERS_MAY_BE_SLOW : 1;
            return Stream.of(tooSmall(situation, component, shortage, slow * certainty * Confidence.CONNECTION_POOL));
        }
        return Stream.of(
                leaking(component, shortage, leaked, certainty * leak.confidence)
                        .says(leak.sentence, leak(shortage, leaked)),
                tooSmall(situation, component, shortage, certainty * leak.confidenceOfPool));
    }

    /** The first component of a transaction waits for the connection of all. */
    private static int taker(Situation situation, int component) {
        return ConnectionUse.of(situation)
                .filter(use -> use.range().contains(component))
                .map(ConnectionUse::taker)
                .orElse(component);
    }

    private static Finding tooSmall(Situation situation, int component, PoolShortage shortage, double confidence) {
        PoolWindow pool = shortage.pool();
        return Finding.of(Cause.CONNECTION_POOL, component, confidence)
                .says(
                        "At '%s', %s for one of the %d connections of pool '%s', which are all in use.",
                        place(situation, component),
                        shortage.isCounted()
                                ? Sentence.counted(shortage.waitingNow(), "thread waits", "threads wait")
                                : "threads wait",
                        pool.most(),
                        pool.name())
                .because(shortage.isCounted() ? shortage.waiting() : connecting(situation), shortage.used());
    }

    private static String place(Situation situation, int component) {
        return component < 0 ? "the callers" : situation.name(component);
    }

    private static Finding leaking(int component, PoolShortage shortage, double leaked, double confidence) {
        Evidence waiting = shortage.waiting();
        return Finding.of(Cause.CONNECTION_LEAK, component, confidence)
                .because(
                        new Evidence(
                                "connections.without.thread",
                                leaked,
                                LEAKED * shortage.pool().most(),
                                "connections",
                                waiting.windows()),
                        waiting);
    }

    private static String leak(PoolShortage shortage, double leaked) {
        return Sentence.of(
                "%.0f of the %d connections of pool '%s', all in use, cannot belong to any event, request or job: some code does not close what it takes.",
                leaked, shortage.pool().most(), shortage.pool().name());
    }

    /** Stacks show that threads wait for a connection, but no known pool lets any wait: that of an HTTP client, say. */
    private static Stream<Finding> unknownPool(Situation situation, Bottleneck bottleneck) {
        StackProfile look = situation.look();
        if (look == null
                || bottleneck.place() != Place.STAGE
                || !PoolShortage.showsWaiting(situation)
                || PoolShortage.exists(situation)) {
            return Stream.empty();
        }
        return Stream.of(Finding.of(
                        Cause.CONNECTION_POOL,
                        bottleneck.component(),
                        Confidence.UNKNOWN_POOL_AT_LEAST + 0.25 * look.connectingShare())
                .says(
                        "Threads in '%s' wait for a connection in %.0f %% of the stack samples. The pool does not report its figures.",
                        situation.name(bottleneck.component()), 100 * look.connectingShare())
                .because(connecting(situation)));
    }

    private static Evidence connecting(Situation situation) {
        StackProfile look = situation.look();
        return situation.evidence(
                "thread.connecting", look == null ? 0 : look.connectingShare(), ShareBounds.MUCH, "share");
    }
}
