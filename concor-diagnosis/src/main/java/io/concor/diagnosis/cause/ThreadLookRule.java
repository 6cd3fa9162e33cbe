package io.concor.diagnosis.cause;

import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.situation.Bottleneck;
import io.concor.diagnosis.situation.LockUse;
import io.concor.diagnosis.situation.ShareBounds;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.StageLoad;
import io.concor.diagnosis.verdict.Cause;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a closer look shows at the threads of the stage: they wait for a lock that another thread holds, or for another object
 * together; or virtual ones hold their carrier threads, of which there are as many as processors, while they wait.
 */
final class ThreadLookRule implements CauseRule {

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        return Stream.ofNullable(situation.look()).flatMap(look -> bottleneck
                .stage(situation)
                .map(stage -> check(stage, bottleneck.component(), look))
                .orElseGet(Stream::empty));
    }

    private static Stream<Finding> check(StageLoad stage, int component, StackProfile look) {
        Situation situation = stage.situation();
        if (LockUse.isSeen(situation)) {
            return Stream.of(lock(situation, component, look));
        }
        double pinned = look.pinned() / situation.host().wholeProcessors();
        return pinned >= ShareBounds.MUCH && stage.isVirtual()
                ? Stream.of(pinned(situation, holder(stage).orElse(component), pinned))
                : Stream.empty();
    }

    private static Finding lock(Situation situation, int component, StackProfile look) {
        Finding lock = LockUse.isLocked(look) ? locked(situation, component, look) : shared(situation, component, look);
        return LockUse.mayHolderBeSlow(situation, component)
                ? lock.times(Confidence.TIMES_IF_HOLDERS_MAY_BE_SLOW)
                        .says("%s What has it may be slow.", lock.summary())
                : lock;
    }

    private static Finding locked(Situation situation, int component, StackProfile look) {
        double share = look.lockedShare();
        return Finding.of(Cause.LOCK, component, Confidence.LOCK_AT_LEAST + 0.3 * share)
                .says(
                        "Threads in '%s' wait for a lock in %.0f %% of the stack samples, at %s.",
                        situation.name(component), 100 * share, look.lock())
                .because(situation.evidence("thread.locked", share, ShareBounds.MUCH, "share"));
    }

    private static Finding shared(Situation situation, int component, StackProfile look) {
        double share = look.sharingShare();
        return Finding.of(Cause.LOCK, component, Confidence.LOCK_AT_LEAST + 0.25 * share)
                .says(
                        "Threads in '%s' wait for the same object, such as a semaphore or a pool, in %.0f %% of the stack samples, at %s.",
                        situation.name(component), 100 * share, look.shared())
                .because(situation.evidence("thread.waiting.together", share, ShareBounds.MUCH, "share"));
    }

    private static Finding pinned(Situation situation, int holder, double share) {
        return Finding.of(Cause.PINNED_VIRTUAL_THREADS, holder, Confidence.PINNED_AT_LEAST + 0.2 * share)
                .says(
                        "Virtual threads hold %.0f %% of the carrier threads while they wait, mostly in '%s'.",
                        100 * share, situation.name(holder))
                .because(situation.evidence("thread.pinned", share, ShareBounds.MUCH, "share"));
    }

    /**
     * Where most threads are. A transition task should give its thread away at once: threads seen in one have rather given up
     * their carriers, and wait for one.
     */
    private static Optional<Integer> holder(StageLoad stage) {
        return Situation.most(
                stage.components().filter(component -> !stage.situation().isTransition(component)),
                stage.situation()::running);
    }
}
