package io.concor;

/**
 * Moves what belongs to an event besides its value from thread to thread: what its tasks have put into thread-locals, and
 * its transaction. A thread takes it up when it gets an event and lays it down before it gives the event away, so that no
 * two threads ever hold it, and a thread that has laid it down holds just what it held by itself.
 */
final class Baggage {

    private volatile ThreadLocalCarrier carrier = ThreadLocalCarrier.NONE;
    private boolean chosen;

    synchronized void carrier(ThreadLocalCarrier next) {
        chosen = true;
        guard(next);
    }

    /** Does nothing where somebody has chosen a carrier. */
    synchronized void carrierByDefault(ThreadLocalCarrier next) {
        if (!chosen) {
            guard(next);
        }
    }

    private void guard(ThreadLocalCarrier next) {
        carrier = next == ThreadLocalCarrier.NONE ? next : new GuardedThreadLocalCarrier(next);
    }

    /** An event enters on the calling thread, and takes over what the thread holds. Its context bears nothing yet. */
    void enter(Context context) {
        if (carrier != ThreadLocalCarrier.NONE) {
            bear(context);
        }
    }

    private void bear(Context context) {
        ThreadLocalCarrier present = carrier;
        context.bears(present, present.capture());
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
    void takeUpAgain(Context context, Place place) {
        Object carried = context.carried;
        if (carried != null || place.own() != null) {
            // What another carrier has captured, before it was replaced, this one cannot restore.
            place.carrier().restore(context.carriedBy == place.carrier() ? carried : null);
        }
        if (carried != null) {
            context.carried = null;
        }
        if (context.transaction != null) {
            attach(context, context.transaction);
        }
    }

    private static void attach(Context context, Transaction transaction) {
        try {
            transaction.attach();
        } catch (Throwable thrown) {
            Scopes.abandon(context, transaction, thrown);
        }
    }

    /** The calling thread is about to give the event away. */
    void layDown(Context context, Place place) {
        if (context.transaction != null) {
            detach(context, context.transaction);
        }
        ThreadLocalCarrier present = place.carrier();
        Object carried = present.capture();
        if (carried != null) {
            context.carried = carried;
            context.carriedBy = present;
        }
        if (carried != null || place.own() != null) {
            present.clear(place.own());
        }
    }

    private static void detach(Context context, Transaction transaction) {
        try {
            transaction.detach();
        } catch (Throwable thrown) {
            Scopes.abandon(context, transaction, thrown);
        }
    }
}
