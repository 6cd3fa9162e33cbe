package io.concor.diagnosis.rule;

import io.concor.diagnosis.rule.Bottleneck.Place;
import io.concor.diagnosis.signal.StackProfile;
import java.util.Optional;

/**
 * How the threads of a component share a lock, or another object such as a semaphore, as the stacks of a closer look show.
 *
 * @param component the component
 * @param permits how many threads can have it at once
 * @param waiting the share of their time in which threads wait for it, 0 to 1
 * @param held the share of the rest of a task's time in which it has a permit, 0 to 1
 */
record LockUse(int component, int permits, double waiting, double held) {

    /** Returns the use where it limits a stage; empty if none is seen. */
    static Optional<LockUse> of(Situation situation) {
        StackProfile look = situation.look();
        if (look == null || !look.isKnown() || !(LockRule.isLocked(look) || LockRule.isShared(look))) {
            return Optional.empty();
        }
        Bottleneck bottleneck = Bottleneck.locate(situation);
        return bottleneck.place() == Place.STAGE ? Optional.of(of(situation, bottleneck, look)) : Optional.empty();
    }

    /**
     * A lock for which threads wait all the time has one holder all the time. Of another object, all that do not wait do. That
     * is at least one, also if a thread of another stage was seen to have it.
     */
    private static LockUse of(Situation situation, Bottleneck bottleneck, StackProfile look) {
        boolean locked = LockRule.isLocked(look);
        double busy = Math.max(1, situation.threads(bottleneck.slot()) * situation.busy(bottleneck.slot()));
        double working = Math.max(1, busy * (1 - (locked ? look.lockedShare() : look.sharingShare())));
        double waiting = 1 - working / busy;
        return locked
                ? new LockUse(bottleneck.component(), 1, waiting, 1 / working)
                : new LockUse(bottleneck.component(), (int) Math.round(working), waiting, 1);
    }
}
