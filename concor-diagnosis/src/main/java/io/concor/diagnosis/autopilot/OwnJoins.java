package io.concor.diagnosis.autopilot;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.rule.ResizedJoin;
import io.concor.diagnosis.rule.Situation;
import io.concor.diagnosis.rule.ThreadNeeds;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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
        this.rate = PredictedGoal.of(request).rate().orElse(2 * situation.offered());
    }

    /**
     * Returns the slots to fill.
     *
     * @param most returns the largest number of threads of a slot, from those that serve its component now
     */
    Map<String, Optional<JoinSettings>> of(IntUnaryOperator most) {
        Map<String, Optional<JoinSettings>> slots = new LinkedHashMap<>();
        IntStream.range(0, situation.components())
                .filter(i -> situation.settings(i) == null)
                .filter(i -> needsOwn(i) || continuesAlone(i))
                .forEach(i -> slots.put(situation.name(i), Optional.of(join(i, most))));
        return slots;
    }

    private boolean needsOwn(int component) {
        return !situation.isTransition(component) && sharesBusyThreads(component) && need(component) > 1;
    }

    /** Behind a task that gets several threads, one that must have a single one needs a join, too. */
    private boolean continuesAlone(int component) {
        return isSingle(component) && component > 0 && needsOwn(component - 1);
    }

    private boolean sharesBusyThreads(int component) {
        int serving = situation.slotServing(component);
        return serving < 0 ? runningOutside(component) >= ALWAYS_BUSY : situation.busy(serving) >= ALWAYS_BUSY;
    }

    private double runningOutside(int component) {
        return situation.averageOf(component, seen -> seen.runningOutside().average());
    }

    private double need(int component) {
        double mean = situation.times().service().get(component).meanNanos();
        return rate * mean / NANOS_PER_SECOND / ThreadNeeds.UTILISATION;
    }

    private JoinSettings join(int component, IntUnaryOperator most) {
        if (isSingle(component)) {
            return JoinSettings.single();
        }
        JoinSettings shared = shared(component);
        int present = shared == null ? 1 : shared.threads();
        int threads = (int) Math.min(most.applyAsInt(present), Math.ceil(need(component)));
        return shared == null ? JoinSettings.fixed(threads) : ResizedJoin.of(shared, threads);
    }

    private boolean isSingle(int component) {
        return situation.component(component).kind() == TaskKind.SINGLE_THREADED;
    }

    private @Nullable JoinSettings shared(int component) {
        int serving = situation.slotServing(component);
        return serving < 0 ? null : situation.settings(serving);
    }
}
