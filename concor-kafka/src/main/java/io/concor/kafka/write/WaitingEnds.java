package io.concor.kafka.write;

import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.event.RemoteEnd;
import io.concor.kafka.event.RemoteEvent;
import io.concor.kafka.write.TransactionPace.Urgency;
import io.concor.queue.Ending;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends that wait for their transaction, and the sleep of the thread that writes them. Any thread adds one, and wakes that thread
 * only if the end is not to wait for others. The rest is for that thread.
 */
final class WaitingEnds {

    private static final Urgency[] URGENCIES = Urgency.values();
    private static final int MOST_TAKEN = 2_000;
    /** So many wait for no others. */
    private static final int MANY = 32;

    /** What ends the sleep of the thread. */
    private enum Sleep {
        AWAKE,
        UNTIL_ANY,
        UNTIL_MORE_URGENT
    }

    private final Thread thread;
    private final TransactionPace pace;
    private final Queue<RemoteEnd> ends = new ConcurrentLinkedQueue<>();
    /** How many there are; for a moment, one may be there that does not count yet. */
    private final AtomicInteger count = new AtomicInteger();
    /** That of the most urgent one, if not of one that was taken meanwhile. */
    private final AtomicInteger urgency = new AtomicInteger(Urgency.NONE.ordinal());

    private volatile Sleep sleep = Sleep.AWAKE;

    WaitingEnds(Thread thread, TransactionPace pace) {
        this.thread = thread;
        this.pace = pace;
    }

    /** Any thread. Does not block. */
    void add(RemoteEnd end) {
        Urgency own = urgency(end);
        ends.add(end);
        boolean moreUrgent = raise(own);
        int there = count.incrementAndGet();
        Sleep present = sleep; // after all that the thread looks at before it sleeps
        if (present == Sleep.UNTIL_ANY || present == Sleep.UNTIL_MORE_URGENT && (moreUrgent || there >= MANY)) {
            LockSupport.unpark(thread);
        }
    }

    private boolean raise(Urgency own) {
        return urgency.get() < own.ordinal() && urgency.getAndAccumulate(own.ordinal(), Math::max) < own.ordinal();
    }

    private static Urgency urgency(RemoteEnd end) {
        OpenQueue queue = end.lease().queue();
        if (queue.depth().knownRoom() < MANY) {
            return Urgency.PRESSING;
        }
        boolean leaves = !end.lease().isOwned() || !queue.delivery().isDelivering();
        return leaves || isAwaited(end) ? Urgency.AWAITED : Urgency.NONE;
    }

    private static boolean isAwaited(RemoteEnd end) {
        RemoteEvent event = end.event();
        if (event == null) {
            return end.purges()
                    || end.released() != null
                    || end.lease().progress().isAwaited();
        }
        return !(end.ending() instanceof Ending.Handled) || event.isEndAwaited();
    }

    boolean isEmpty() {
        return ends.isEmpty();
    }

    /** Returns whether there are some that should not wait for others. */
    boolean isDue() {
        return !isEmpty() && nanosLeft() <= 0;
    }

    private long nanosLeft() {
        return count.get() >= MANY ? 0 : pace.nanosLeft(URGENCIES[urgency.get()], System.nanoTime());
    }

    /** Takes the first ones. */
    void takeInto(List<RemoteEnd> some) {
        urgency.set(Urgency.NONE.ordinal()); // first: one that comes meanwhile may be left
        int taken = 0;
        for (RemoteEnd end = next(taken); end != null; end = next(taken)) {
            some.add(end);
            taken++;
        }
        count.addAndGet(-taken);
        if (!isEmpty()) {
            raise(Urgency.AWAITED);
        }
    }

    private @Nullable RemoteEnd next(int taken) {
        return taken < MOST_TAKEN ? ends.poll() : null;
    }

    /**
     * Sleeps until some are due, or the thread is unparked.
     *
     * @param mostNanos for so long at most
     * @param otherWork looked at when others see that the thread sleeps: if it is there, the thread does not
     */
    void sleep(long mostNanos, BooleanSupplier otherWork) {
        sleep = isEmpty() ? Sleep.UNTIL_ANY : Sleep.UNTIL_MORE_URGENT;
        try {
            long left = isEmpty() ? Long.MAX_VALUE : nanosLeft();
            if (left > 0 && !otherWork.getAsBoolean()) {
                LockSupport.parkNanos(this, Math.min(left, mostNanos));
            }
        } finally {
            sleep = Sleep.AWAKE;
        }
    }
}
