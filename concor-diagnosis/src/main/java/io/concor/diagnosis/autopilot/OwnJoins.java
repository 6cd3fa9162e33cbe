package io.concor.diagnosis.autopilot;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.advice.ResizedJoin;
import io.concor.diagnosis.advice.ThreadNeeds;
import io.concor.diagnosis.situation.Situation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Joins for the tasks that share always busy threads with others and would need a thread or more. All of them in one change:
 * where several tasks are slow, a join in front of one of them alone brings little.
 */
final class OwnJoins {

    private static final double ALWAYS_BUSY = 0.7;
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Situation situation;
    private final double rate;

    OwnJoins(PlanRequest request) {
        this.situation = request.situation();
        this.rate = PlanRequest.rate(situation, request.goal());
    }

    Map<String, Optional<JoinSettings>> slots() {
        Map<String, Optional<JoinSettings>> slots = new LinkedHashMap<>();
        situation
                .indices()
                .filter(i -> situation.settings(i) == null)
                .filter(i -> needsOwn(i) || continuesAlone(i))
                .filter(new StoredWays(situation)::permit)
                .forEach(i -> slots.put(situation.name(i), Optional.of(join(i))));
        return slots;
    }

    private boolean needsOwn(int component) {
        return !situation.isTransition(component) && sharesBusyThreads(component) && need(component) > 1;
    }

    /** The several threads of a new join must not reach a task that requires one: it gets a join, too. */
    private boolean continuesAlone(int component) {
        return isSingle(component)
                && IntStream.iterate(component - 1, this::passesThreadsOn, i -> i - 1)
                        .anyMatch(this::needsOwn);
    }

    private boolean passesThreadsOn(int component) {
        return component >= 0
                && situation.settings(component) == null
                && !situation.isTransition(component)
                && !isSingle(component);
    }

    private boolean sharesBusyThreads(int component) {
        int serving = situation.slotServing(component);
        return serving < 0
                ? situation.outside(component) >= ALWAYS_BUSY
                : situation.stage(serving).busy() >= ALWAYS_BUSY;
    }

    private double need(int component) {
        return rate * situation.meanNanos(component) / NANOS_PER_SECOND / ThreadNeeds.UTILISATION;
    }

    private JoinSettings join(int component) {
        if (isSingle(component)) {
            return JoinSettings.single();
        }
        JoinSettings shared = situation.stages().join(component);
        int present = shared == null ? 1 : shared.threads();
        int wanted = (int) Math.min(CandidateLayouts.MOST_GROWTH * present, Math.ceil(need(component)));
        int threads = Math.min(wanted, new ThreadNeeds(situation).mostWithConnection(component));
        return ResizedJoin.of(shared, threads, situation.component(component).kind());
    }

    private boolean isSingle(int component) {
        return situation.component(component).kind() == TaskKind.SINGLE_THREADED;
    }
}
