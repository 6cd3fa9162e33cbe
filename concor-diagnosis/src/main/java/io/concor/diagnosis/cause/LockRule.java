package io.concor.diagnosis.cause;

import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.situation.Bottleneck;
import io.concor.diagnosis.situation.Bottleneck.Place;
import io.concor.diagnosis.situation.LockUse;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Sentence;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Threads of the stage wait for a lock that another thread holds, or for another object together, as the stacks of a closer
 * look show.
 */
final class LockRule implements CauseRule {

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        if (bottleneck.place() != Place.STAGE || !LockUse.isSeen(situation)) {
            return Stream.empty();
        }
        StackProfile look = Objects.requireNonNull(situation.look());
        return Stream.of(
                LockUse.isLocked(look)
                        ? locked(situation, bottleneck.component(), look)
                        : shared(situation, bottleneck.component(), look));
    }

    private static Finding locked(Situation situation, int component, StackProfile look) {
        double share = look.lockedShare();
        return Finding.of(
                Cause.LOCK,
                component,
                Confidence.LOCK_AT_LEAST + 0.3 * share,
                Sentence.of(
                        "Threads in '%s' wait for a lock in %.0f %% of the stack samples, at %s.",
                        situation.name(component), 100 * share, look.lock()),
                situation.evidence("thread.locked", share, LockUse.MUCH, "share"));
    }

    private static Finding shared(Situation situation, int component, StackProfile look) {
        double share = look.sharingShare();
        return Finding.of(
                Cause.LOCK,
                component,
                Confidence.LOCK_AT_LEAST + 0.25 * share,
                Sentence.of(
                        "Threads in '%s' wait for the same object, such as a semaphore or a pool, in %.0f %% of the stack samples, at %s.",
                        situation.name(component), 100 * share, look.shared()),
                situation.evidence("thread.waiting.together", share, LockUse.MUCH, "share"));
    }
}
