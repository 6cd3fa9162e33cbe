package io.concor;

/** A ring and as many takers as a test wants, none of which is a thread: the test calls what a worker would. */
final class RingInHand {

    private final Ring ring;

    RingInHand(int maxInFlight) {
        ring = new Ring(maxInFlight, maxInFlight);
    }

    Ring ring() {
        return ring;
    }

    /** Puts an event that carries a message; false where the ring is closed. */
    boolean put(Object message) {
        Context context = new Context();
        context.value = message;
        return ring.put(context);
    }

    /** Closes the ring; returns its tombstone. */
    long close() {
        return ring.close();
    }

    boolean takenUpTo(long tombstone) {
        return ring.takenUpTo(tombstone);
    }

    Taker taker() {
        return new Taker(new PoolInHand(ring, JoinSettings.single(), (context, pool) -> {}).worker(0));
    }

    /** Takes as one worker does. */
    final class Taker {

        private final Worker worker;

        private Taker(Worker worker) {
            this.worker = worker;
        }

        /** The message of the next event, or null where there is none. */
        Object take() {
            Context context = ring.take(worker);
            return context == null ? null : context.value;
        }

        boolean busy() {
            return worker.busy();
        }
    }
}
