package io.concor.engine.path;

import io.concor.ContextPropagationException;
import io.concor.ThreadLocalCarrier;
import io.concor.Transaction;
import io.concor.engine.event.Context;
import io.concor.engine.event.ExecutionSite;
import io.concor.engine.pool.Worker;
import io.concor.text.FailureLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves the thread-locals and the transaction of an event from thread to thread. A thread attaches them when it gets an
 * event and detaches them before it gives the event away. So two threads never hold them, and a thread that has
 * detached them holds what it held before.
 *
 * <p>An event whose thread-locals cannot be moved fails. A worker that cannot remove them takes no other event.
 */
final class ContextTransfer {

    /** Thread-locals that cannot be read. They still have to be removed before the event's replace them. */
    private record Unreadable(Throwable cause) {}

    private static final Logger logger = LoggerFactory.getLogger(ThreadLocalCarrier.class);

    /** The thread's own values were removed unread, so nothing can be restored. */
    private static final Object LOST = new Object();

    private static final Unreadable NO_MEMORY =
            new Unreadable(new OutOfMemoryError("while the cause of a failed capture was stored"));

    private final String flow;
    private final FailureLog notCleared = new FailureLog();
    private volatile ThreadLocalCarrier carrier = ThreadLocalCarrier.NONE;
    private boolean chosen;

    ContextTransfer(String flow) {
        this.flow = flow;
    }

    synchronized void use(ThreadLocalCarrier next) {
        chosen = true;
        carrier = next;
    }

    /** Does nothing if {@link #use} has chosen a carrier. */
    synchronized void useByDefault(ThreadLocalCarrier next) {
        if (!chosen) {
            carrier = next;
        }
    }

    /** Whether events carry thread-locals. */
    boolean isActive() {
        return carrier != ThreadLocalCarrier.NONE;
    }

    ThreadLocalCarrier carrier() {
        return carrier;
    }

    /** An event enters on the calling thread and takes over the thread's values. */
    void enter(Context context) {
        enter(context, carrier);
    }

    static void enter(Context context, ThreadLocalCarrier present) {
        if (present != ThreadLocalCarrier.NONE) {
            context.keepOwn(present, capture(present));
        }
    }

    /**
     * The event is about to leave the thread on which it has just entered. No code of users has run since, so the event has
     * what the thread has, which need not be captured again.
     */
    static void detachEntered(Context context) {
        Object own = context.ownThreadLocals();
        if (own != null) {
            context.carried = own;
            context.carriedBy = context.carrier();
        }
    }

    /** Whether the calling thread has no values. If they cannot be read, it may have some. */
    static boolean holdsNothing(ThreadLocalCarrier carrier) {
        return capture(carrier) == null;
    }

    private void keepOwn(Context context) {
        ThreadLocalCarrier present = carrier;
        context.keepOwn(present, capture(present));
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

    /** A worker, which has no values of its own, gets an event. */
    void attach(Context context, Worker worker) {
        worker.keepOwn(carrier, null);
        attachAgain(context, worker);
    }

    /** A thread that does not belong to the flow gets an event. */
    void attach(Context context) {
        keepOwn(context);
        attachAgain(context, context);
    }

    /** The thread that has just detached an event has to continue with it. */
    void attachAgain(Context context, ExecutionSite site) {
        Object carried = context.carried;
        if (carried != null || site.ownThreadLocals() != null) {
            // A carrier cannot restore what another carrier, since replaced, has captured.
            restore(context, site, context.carriedBy == site.carrier() ? carried : null);
        }
        if (carried != null) {
            context.carried = null;
        }
        if (context.transaction != null) {
            attach(context, context.transaction);
        }
    }

    private void restore(Context context, ExecutionSite site, @Nullable Object carried) {
        ThreadLocalCarrier present = site.carrier();
        try {
            present.restore(carried instanceof Unreadable ? null : carried);
            if (carried instanceof Unreadable unreadable) {
                fail(context, present, unreadable.cause(), true);
            }
            noteLostOwn(site);
        } catch (Throwable thrown) {
            fail(context, present, thrown, removesOwn(site));
        }
    }

    /**
     * Removes the thread's own values, which the event must not see. If they cannot be removed, none of the thread's
     * values are taken for the event's.
     */
    private static boolean removesOwn(ExecutionSite site) {
        try {
            if (site.ownThreadLocals() != null) {
                site.carrier().clear(null);
                noteLostOwn(site);
            }
            return true;
        } catch (Throwable thrown) {
            site.keepOwn(ThreadLocalCarrier.NONE, null);
            return false;
        }
    }

    /** From now on the thread's values are the event's, and are removed in the end. */
    private static void noteLostOwn(ExecutionSite site) {
        if (site.ownThreadLocals() instanceof Unreadable) {
            site.keepOwn(site.carrier(), LOST);
        }
    }

    private void fail(Context context, ThreadLocalCarrier carrier, Throwable cause, boolean mayBeCaught) {
        Throwable before = context.error;
        try {
            ContextPropagationException error = new ContextPropagationException(flow, carrier, cause, mayBeCaught);
            context.fail(ExecutionSite.NOWHERE, error);
            if (before != null) {
                error.addSuppressed(before);
            }
        } catch (OutOfMemoryError noMemory) {
            context.fail(ExecutionSite.NOWHERE, noMemory);
        }
    }

    private static void attach(Context context, Transaction transaction) {
        try {
            transaction.attach();
        } catch (Throwable thrown) {
            TransactionScopes.failToMove(context, transaction, thrown);
        }
    }

    /** The calling thread is about to give the event away. */
    void detach(Context context, ExecutionSite site) {
        if (context.transaction != null) {
            detach(context, context.transaction);
        }
        ThreadLocalCarrier present = site.carrier();
        Object carried = capture(present);
        if (carried != null) {
            context.carried = carried;
            context.carriedBy = present;
        }
        if (carried != null || site.ownThreadLocals() != null) {
            restoreOwn(site, present, site.ownThreadLocals());
        }
    }

    /** Restores the calling thread's own values. The site may be that of another event by now. */
    void restoreOwn(ExecutionSite site, ThreadLocalCarrier carrier, @Nullable Object own) {
        if (own instanceof Unreadable) {
            return; // they were never replaced
        }
        try {
            carrier.clear(own == LOST ? null : own);
        } catch (Throwable thrown) {
            site.threadIsUnclean();
            notCleared.once(
                    thrown,
                    failure -> logger.error(
                            "Thread-locals of an event could not be removed from a thread by {}. A thread of a flow ends and is replaced; any other thread keeps them. Logged once",
                            carrier.getClass().getName(),
                            failure));
        }
    }

    private static void detach(Context context, Transaction transaction) {
        try {
            transaction.detach();
        } catch (Throwable thrown) {
            TransactionScopes.failToMove(context, transaction, thrown);
        }
    }
}
