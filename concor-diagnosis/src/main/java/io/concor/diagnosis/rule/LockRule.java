package io.concor.diagnosis.rule;

import io.concor.diagnosis.rule.Bottleneck.Place;
import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Sentence;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.stream.Stream;

/**
 * Threads of the stage wait for a lock that another thread holds, or for another object together, as the stacks of a closer
 * look show.
 */
final class LockRule implements CauseRule {

    private static final double LOCKED = 0.3;
    private static final double SHARED = 0.3;

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        StackProfile look = situation.look();
        return look == null || bottleneck.place() != Place.STAGE || !look.isKnown()
                ? Stream.empty()
                : Stream.concat(locked(situation, bottleneck, look), shared(situation, bottleneck, look));
    }

    private static Stream<Finding> locked(Situation situation, Bottleneck bottleneck, StackProfile look) {
        double share = look.lockedShare();
        return !isLocked(look)
                ? Stream.empty()
                : Stream.of(Finding.of(
                        Cause.LOCK,
                        bottleneck.component(),
                        0.7 + 0.3 * share,
                        Sentence.of(
                                "Threads in '%s' wait for a lock in %.0f %% of their stacks, in %s.",
                                situation.name(bottleneck.component()), 100 * share, look.lock()),
                        evidence(situation, "thread.locked", share, LOCKED)));
    }

    private static Stream<Finding> shared(Situation situation, Bottleneck bottleneck, StackProfile look) {
        return isShared(look)
                ? Stream.of(Finding.of(
                        Cause.LOCK,
                        bottleneck.component(),
                        0.7 + 0.25 * look.sharingShare(),
                        Sentence.of(
                                "Threads in '%s' wait for one and the same object in %.0f %% of their stacks, such as a semaphore or a pool, in %s.",
                                situation.name(bottleneck.component()), 100 * look.sharingShare(), look.shared()),
                        evidence(situation, "thread.waiting.together", look.sharingShare(), SHARED)))
                : Stream.empty();
    }

    /** Whether a closer look showed that threads wait for each other for much of their time. */
    static boolean isSeen(Situation situation) {
        StackProfile look = situation.look();
        return look != null && look.isKnown() && (isLocked(look) || isShared(look));
    }

    /** Whether threads wait for a lock for much of their time. */
    static boolean isLocked(StackProfile look) {
        return look.lockedShare() >= LOCKED;
    }

    /** Whether threads wait for an object together, and not mostly for a lock. */
    static boolean isShared(StackProfile look) {
        return look.sharingShare() >= SHARED && !isLocked(look);
    }

    private static Evidence evidence(Situation situation, String signal, double share, double bound) {
        return new Evidence(signal, share, bound, "share", situation.recent().size());
    }
}
