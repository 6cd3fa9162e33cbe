package io.concor.diagnosis.rule;

import io.concor.diagnosis.rule.Bottleneck.Place;
import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Sentence;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.stream.Stream;

/** Virtual threads of the stage hold their carrier threads, of which there are as many as processors, while they wait. */
final class PinningRule implements CauseRule {

    private static final double PINNED = 0.3;

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        StackProfile look = situation.look();
        double share = look == null ? 0 : look.pinned() / situation.processors();
        if (bottleneck.place() != Place.STAGE || !situation.isVirtual(bottleneck.slot()) || share < PINNED) {
            return Stream.empty();
        }
        return Stream.of(Finding.of(
                Cause.PINNED_VIRTUAL_THREADS,
                bottleneck.component(),
                0.8 + 0.2 * share,
                Sentence.of(
                        "Virtual threads hold %.0f %% of the carrier threads while they wait, mostly in '%s'.",
                        100 * share, situation.name(bottleneck.component())),
                new Evidence(
                        "thread.pinned",
                        share,
                        PINNED,
                        "share",
                        situation.recent().size())));
    }
}
