package io.concor.diagnosis.situation;

import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.situation.Baseline.Slowdown;
import io.concor.diagnosis.situation.Bottleneck.Place;
import java.util.Optional;

/**
 * How the threads of a component share a lock, or another object such as a semaphore, as the stacks of a closer look show.
 *
 * @param component the component
 * @param permits how many threads can have it at once
 * @param waiting the share of their time in which threads wait for it, 0 to 1
 * @param held the share of the rest of a task's time in which it has a permit, 0 to 1
 */
public record LockUse(int component, int permits, double waiting, double held) {

    /** Returns the use where it limits a stage; empty if none is seen. */
    public static Optional<LockUse> of(Situation situation) {
        return Optional.ofNullable(situation.look())
                .filter(look -> isSeen(situation) && situation.bottleneck().place() == Place.STAGE)
                .map(look -> of(situation, look));
    }

    /** Whether a closer look showed that threads wait for each other for much of their time. */
    public static boolean isSeen(Situation situation) {
        StackProfile look = situation.look();
        return look != null && look.isKnown() && (isLocked(look) || isShared(look));
    }

    /** Whether threads wait for a lock for much of their time. */
    public static boolean isLocked(StackProfile look) {
        return look.lockedShare() >= ShareBounds.MUCH;
    }

    /** Whether threads wait for an object together, and not mostly for a lock. */
    public static boolean isShared(StackProfile look) {
        return look.sharingShare() >= ShareBounds.MUCH && !isLocked(look);
    }

    /**
     * Whether threads may wait for each other only because what has the lock or the object takes long: another system, say.
     *
     * @param component the component of the stage in which they wait
     */
    public static boolean mayHolderBeSlow(Situation situation, int component) {
        return isHeldElsewhere(situation, component)
                || situation
                        .baseline()
                        .slowdown(situation, component)
                        .filter(slowdown -> remains(situation, component, slowdown))
                        .isPresent();
    }

    /**
     * Whether a component takes longer than usual only because its threads wait for each other.
     *
     * @param component the component that limits the flow
     */
    public static boolean explains(Situation situation, int component, Slowdown slowdown) {
        return situation.bottleneck().place() == Place.STAGE
                && isSeen(situation)
                && !remains(situation, component, slowdown);
    }

    /**
     * Whether no thread in the component has the object for which the others wait, so that the stacks do not tell what does. An
     * object without an owner may be freed by an answer that no thread awaits; a lock has an owner.
     */
    private static boolean isHeldElsewhere(Situation situation, int component) {
        StackProfile look = situation.look();
        return look != null
                && isShared(look)
                && Math.round(situation.threadsIn(component) - waitingThreads(situation, look)) <= 0;
    }

    /** Whether a component would take longer than usual also without the time in which its threads wait for each other. */
    private static boolean remains(Situation situation, int component, Slowdown slowdown) {
        StackProfile look = situation.look();
        double inside = situation.threadsIn(component) + situation.pending(component);
        double waiting = look == null ? 0 : waitingThreads(situation, look);
        return slowdown.factor() * (inside - waiting) >= slowdown.bound() * inside;
    }

    private static double waitingThreads(Situation situation, StackProfile look) {
        return situation.stage(situation.bottleneck().slot()).busyThreads() * waitingShare(look);
    }

    private static double waitingShare(StackProfile look) {
        return isLocked(look) ? look.lockedShare() : look.sharingShare();
    }

    /**
     * A lock for which threads wait all the time has one holder all the time. Of another object, all that do not wait do. That
     * is at least one, also if a thread of another stage was seen to have it.
     */
    private static LockUse of(Situation situation, StackProfile look) {
        Bottleneck bottleneck = situation.bottleneck();
        boolean locked = isLocked(look);
        double busy = Math.max(1, situation.stage(bottleneck.slot()).busyThreads());
        double working = Math.max(1, busy * (1 - waitingShare(look)));
        double waiting = 1 - working / busy;
        return locked
                ? new LockUse(bottleneck.component(), 1, waiting, 1 / working)
                : new LockUse(bottleneck.component(), (int) Math.round(working), waiting, 1);
    }
}
