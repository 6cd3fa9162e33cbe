package io.concor.diagnosis.rule;

import io.concor.diagnosis.rule.Bottleneck.Place;
import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Sentence;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.Comparator;
import java.util.stream.Stream;

/** Virtual threads of the stage hold their carrier threads, of which there are as many as processors, while they wait. */
final class PinningRule implements CauseRule {

    private static final double PINNED = 0.3;

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        StackProfile look = situation.look();
        if (look == null
                || bottleneck.place() != Place.STAGE
                || !situation.isVirtual(bottleneck.slot())
                || look.pinned() < PINNED * situation.processors()) {
            return Stream.empty();
        }
        double share = look.pinned() / situation.processors();
        int holder = holder(situation, bottleneck);
        return Stream.of(Finding.of(
                Cause.PINNED_VIRTUAL_THREADS,
                holder,
                0.8 + 0.2 * share,
                Sentence.of(
                        "Virtual threads hold %.0f %% of the carrier threads while they wait, mostly in '%s'.",
                        100 * share, situation.name(holder)),
                new Evidence(
                        "thread.pinned",
                        share,
                        PINNED,
                        "share",
                        situation.recent().size())));
    }

    /**
     * Where most threads are. A transition task should give its thread away at once: threads seen in one have rather given up
     * their carriers, and wait for one.
     */
    private static int holder(Situation situation, Bottleneck bottleneck) {
        return situation
                .stage(bottleneck.slot())
                .filter(component -> !situation.isTransition(component))
                .boxed()
                .max(Comparator.comparingDouble(component ->
                        situation.averageOf(component, seen -> seen.running().average())))
                .orElse(bottleneck.component());
    }
}
