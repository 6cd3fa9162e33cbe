package io.concor.diagnosis.cause;

import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.situation.Bottleneck;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.StageLoad;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Sentence;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** Virtual threads of the stage hold their carrier threads, of which there are as many as processors, while they wait. */
final class PinningRule implements CauseRule {

    private static final double PINNED = 0.3;

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        StackProfile look = situation.look();
        double share = look == null ? 0 : look.pinned() / situation.host().processors();
        return bottleneck
                .stage(situation)
                .filter(stage -> share >= PINNED && stage.isVirtual())
                .map(stage -> pinned(situation, holder(stage).orElse(bottleneck.component()), share))
                .stream();
    }

    private static Finding pinned(Situation situation, int holder, double share) {
        return Finding.of(
                Cause.PINNED_VIRTUAL_THREADS,
                holder,
                Confidence.PINNED_AT_LEAST + 0.2 * share,
                Sentence.of(
                        "Virtual threads hold %.0f %% of the carrier threads while they wait, mostly in '%s'.",
                        100 * share, situation.name(holder)),
                situation.evidence("thread.pinned", share, PINNED, "share"));
    }

    /**
     * Where most threads are. A transition task should give its thread away at once: threads seen in one have rather given up
     * their carriers, and wait for one.
     */
    private static Optional<Integer> holder(StageLoad stage) {
        return stage.components()
                .filter(component -> !stage.situation().isTransition(component))
                .boxed()
                .max(Comparator.comparingDouble(stage.situation()::running));
    }
}
