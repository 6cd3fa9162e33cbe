package io.concor.engine;

import io.concor.ContextPropagationException;
import io.concor.ThreadLocalCarrier;
import io.concor.Transaction;
import io.concor.text.LogOnce;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves what belongs to an event besides its value from thread to thread: what its tasks have put into thread-locals,
 * and its transaction. A thread takes it up when it gets an event and lays it down before it gives the event away, so
 * that no two threads ever hold it, and a thread that has laid it down holds just what it held by itself.
 *
 * <p>An event whose thread-locals cannot be taken along fails, and a worker that cannot be rid of them takes no other
 * event.
 */
final class ContextTransfer {

    private static final Logger logger = LoggerFactory.getLogger(ThreadLocalCarrier.class);

    /** What a thread held by itself was taken off it unread, so there is nothing to give back. */
    private static final Object GONE = new Object();

    private static final Unreadable NO_MEMORY = new Unreadable(new OutOfMemoryError("to tell why it cannot be read"));

    private final String flow;
    private final LogOnce uncleared = new LogOnce(
            logger,
            "A thread could not be rid of what an event held in thread-locals, by {}: a thread of a flow ends and another takes its place, any other keeps it");
    private volatile ThreadLocalCarrier carrier = ThreadLocalCarrier.NONE;
    private boolean chosen;

    ContextTransfer(String flow) {
        this.flow = flow;
    }

    synchronized void carrier(ThreadLocalCarrier next) {
        chosen = true;
        carrier = next;
    }

    /** Does nothing where somebody has chosen a carrier. */
    synchronized void carrierByDefault(ThreadLocalCarrier next) {
        if (!chosen) {
            carrier = next;
        }
    }

    /** Whether events take thread-locals along. */
    boolean carries() {
        return carrier != ThreadLocalCarrier.NONE;
    }

    /** An event enters on the calling thread, and takes over what the thread holds. Its context bears nothing yet. */
    void enter(Context context) {
        if (carrier != ThreadLocalCarrier.NONE) {
            bear(context);
        }
    }

    private void bear(Context context) {
        ThreadLocalCarrier present = carrier;
        context.bears(present, capture(present));
    }

    private static @Nullable Object capture(ThreadLocalCarrier carrier) {
        try {
            return carrier.capture();
        } catch (Throwable thrown) {
            return unreadable(thrown);
        }
    }

    private static Unreadable unreadable(Throwable thrown) {
        try {
            return new Unreadable(thrown);
        } catch (OutOfMemoryError noMemory) {
            return NO_MEMORY;
        }
    }

    /** A worker, which holds nothing by itself, gets an event. */
    void takeUp(Context context, Worker worker) {
        worker.bears(carrier, null);
        takeUpAgain(context, worker);
    }

    /** A thread that does not belong to the flow gets an event. */
    void takeUp(Context context) {
        bear(context);
        takeUpAgain(context, context);
    }

    /** The thread that has just laid it down has to go on with the event itself. */
    void takeUpAgain(Context context, ExecutionSite place) {
        Object carried = context.carried;
        if (carried != null || place.own() != null) {
            // What another carrier has captured, before it was replaced, this one cannot restore.
            restore(context, place, context.carriedBy == place.carrier() ? carried : null);
        }
        if (carried != null) {
            context.carried = null;
        }
        if (context.transaction != null) {
            attach(context, context.transaction);
        }
    }

    private void restore(Context context, ExecutionSite place, @Nullable Object carried) {
        ThreadLocalCarrier present = place.carrier();
        try {
            present.restore(carried instanceof Unreadable ? null : carried);
            if (carried instanceof Unreadable unreadable) {
                fail(context, present, unreadable.cause(), true);
            }
            ownIsGone(place);
        } catch (Throwable thrown) {
            fail(context, present, thrown, takesOffItsOwn(place));
        }
    }

    /**
     * What the thread held by itself must not be there for the event. Where it cannot be taken off, nothing that the
     * thread holds is taken for the event's.
     */
    private static boolean takesOffItsOwn(ExecutionSite place) {
        try {
            if (place.own() != null) {
                place.carrier().clear(null);
                ownIsGone(place);
            }
            return true;
        } catch (Throwable thrown) {
            place.bears(ThreadLocalCarrier.NONE, null);
            return false;
        }
    }

    /** From now on what is there is the event's, and is taken off in the end. */
    private static void ownIsGone(ExecutionSite place) {
        if (place.own() instanceof Unreadable) {
            place.bears(place.carrier(), GONE);
        }
    }

    private void fail(Context context, ThreadLocalCarrier carrier, Throwable cause, boolean mayBeCaught) {
        Throwable before = context.error;
        try {
            ContextPropagationException error = new ContextPropagationException(flow, carrier, cause, mayBeCaught);
            context.fail(error);
            if (before != null) {
                error.addSuppressed(before);
            }
        } catch (OutOfMemoryError noMemory) {
            context.fail(noMemory);
        }
    }

    private static void attach(Context context, Transaction transaction) {
        try {
            transaction.attach();
        } catch (Throwable thrown) {
            TransactionScopes.abandon(context, transaction, thrown);
        }
    }

    /** The calling thread is about to give the event away. */
    void layDown(Context context, ExecutionSite place) {
        context.givenAway();
        if (context.transaction != null) {
            detach(context, context.transaction);
        }
        ThreadLocalCarrier present = place.carrier();
        Object carried = capture(present);
        if (carried != null) {
            context.carried = carried;
            context.carriedBy = present;
        }
        if (carried != null || place.own() != null) {
            clear(place, present, place.own());
        }
    }

    /** The calling thread gets back what it held by itself. The place may be that of another event by now. */
    void clear(ExecutionSite place, ThreadLocalCarrier carrier, @Nullable Object own) {
        if (own instanceof Unreadable) {
            return; // nothing was put in its place
        }
        try {
            carrier.clear(own == GONE ? null : own);
        } catch (Throwable thrown) {
            place.threadIsUnclean();
            uncleared.tell(carrier, thrown);
        }
    }

    private static void detach(Context context, Transaction transaction) {
        try {
            transaction.detach();
        } catch (Throwable thrown) {
            TransactionScopes.abandon(context, transaction, thrown);
        }
    }
}
