package io.concor.engine;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Empties a slot.
 *
 * <ul>
 *   <li>In order, where its pool has one thread and so may have those who will run its components: the thread works off
 *       what waits, and the slot is emptied at a moment when nothing waits and nothing is at hand.
 *   <li>One thread whose components several threads will run comes to rest first, as it may be in a component that
 *       another thread gets by the same change. Then arriving events pass at once, and what waits goes to those several
 *       threads, unless it is in a transaction.
 *   <li>Several threads work off what is left in the ring, while arriving events pass at once.
 * </ul>
 */
final class RemoveJoin extends SlotOperation {

    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Join join;
    private final boolean inOrder;
    private final boolean mustRest;
    private final boolean mayMove;
    private long takenBefore;
    private long waitingBefore;
    /** When everything that waited at the beginning was worked off, and yet more waited. */
    private long overtakenNanos;

    private long handedOver;
    /** The join before, whose threads will run the components; null where those are threads from outside. */
    private @Nullable Join heir;

    /**
     * @param severalThreadsAfter whether several threads of the flow will run the slot's components
     * @param inTransaction whether what waits is in a transaction: queued behind events that are not, it could keep the
     *     connections for which the threads there wait
     */
    RemoveJoin(int slot, Join join, boolean severalThreadsAfter, boolean inTransaction) {
        super(slot);
        this.join = join;
        boolean oneThread = join.settings().oneThreaded();
        this.inOrder = oneThread && !severalThreadsAfter;
        this.mustRest = oneThread && severalThreadsAfter;
        this.mayMove = mustRest && !inTransaction;
    }

    @Override
    void begin() {
        takenBefore = join.ring().position();
        waitingBefore = join.ring().count();
        if (mustRest) {
            join.hold();
        }
    }

    @Override
    boolean ready() {
        if (mustRest) {
            return join.pool().quiet();
        }
        return !inOrder || (join.ring().isEmpty() && join.pool().idle());
    }

    /** Once what waited at the beginning is worked off, only new arrivals can keep the ring from running empty. */
    @Override
    boolean wantsQuietDoor() {
        if (!inOrder || join.ring().isEmpty() || join.ring().position() < takenBefore + waitingBefore) {
            return false;
        }
        long now = System.nanoTime();
        if (overtakenNanos == 0) {
            overtakenNanos = now;
        }
        return now - overtakenNanos > PATIENCE_NANOS;
    }

    /**
     * An event that was put just before the ring was closed lies before the tombstone: then it is to be worked off
     * first.
     */
    @Override
    boolean seal() {
        if (!inOrder) {
            return true;
        }
        long tombstone = join.ring().close();
        handedOver = waitingBefore;
        return join.ring().takenUpTo(tombstone) && join.pool().idle();
    }

    @Override
    void unseal() {
        if (inOrder) {
            join.ring().reopen();
            join.pool().signal(); // the tombstone is a cell like others, and no publisher told of it
        }
    }

    @Override
    void commit(@Nullable Join[] joins) {
        joins[slot] = null;
        for (int before = slot - 1; before >= 0 && heir == null; before--) {
            heir = joins[before];
        }
    }

    @Override
    void settle() {
        if (inOrder) {
            join.pool().retire();
        } else if (mayMove && heir != null) {
            handedOver = handOver(heir);
            join.pool().retire();
        } else {
            handedOver = join.ring().count();
            join.pool().drain(join.ring().close());
        }
    }

    /** The old thread rests, so that nobody else takes from the ring. */
    private long handOver(Join heir) {
        Worker hands = new Worker(join.pool(), false);
        long tombstone = join.ring().close();
        long events = 0;
        while (!join.ring().takenUpTo(tombstone)) {
            Context context = join.ring().take(hands);
            if (context == null) {
                Thread.yield(); // somebody has claimed a cell and is about to write to it
            } else {
                context.waitFor(context.resumeAt(slot), false);
                heir.put(context, false);
                events++;
            }
        }
        return events;
    }

    @Override
    void revert() {
        if (mustRest) {
            join.release();
        }
    }

    @Override
    long handedOver() {
        return handedOver;
    }

    @Override
    String obstacle() {
        return "%d events still wait or are at hand"
                .formatted(join.ring().count() + join.pool().active());
    }
}
