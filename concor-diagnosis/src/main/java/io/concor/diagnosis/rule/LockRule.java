package io.concor.diagnosis.rule;

import io.concor.diagnosis.rule.Bottleneck.Place;
import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Sentence;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.stream.Stream;

/** Threads of the stage wait for a lock that another thread holds, as the stacks of a closer look show. */
final class LockRule implements CauseRule {

    private static final double LOCKED = 0.3;

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        StackProfile look = situation.look();
        if (look == null || bottleneck.place() != Place.STAGE || !look.isKnown() || look.lockedShare() < LOCKED) {
            return Stream.empty();
        }
        return Stream.of(Finding.of(
                Cause.LOCK,
                bottleneck.component(),
                0.7 + 0.3 * look.lockedShare(),
                Sentence.of(
                        "Threads in '%s' wait for a lock in %.0f %% of their stacks, in %s.",
                        situation.name(bottleneck.component()), 100 * look.lockedShare(), look.lock()),
                new Evidence(
                        "thread.locked",
                        look.lockedShare(),
                        LOCKED,
                        "share",
                        situation.recent().size())));
    }
}
