package io.concor.engine.pool;

import io.concor.JoinSettings;
import io.concor.engine.event.Context;
import io.concor.engine.event.ContextPool;
import java.util.List;

/** A ring and as many takers as a test wants, none of which is a thread: the test calls what a worker would. */
public final class RingInHand {

    private final ContextPool contexts;
    private final Ring ring;

    public RingInHand(int maxInFlight) {
        contexts = new ContextPool(maxInFlight, false);
        ring = new Ring(contexts, maxInFlight);
    }

    public Ring ring() {
        return ring;
    }

    /** Puts an event that carries a message; false where the ring is closed. */
    public boolean put(Object message) {
        return ring.put(context(message));
    }

    /** A context of this ring's flow, which carries a message. */
    public Context context(Object message) {
        Context context = contexts.take();
        context.value = message;
        return context;
    }

    public void close() {
        ring.close();
    }

    boolean isDrained() {
        return ring.isDrained();
    }

    /** Several takers. */
    public List<Taker> takers(int number) {
        return takers(JoinSettings.fixed(number));
    }

    /** The only taker. */
    public Taker onlyTaker() {
        return takers(JoinSettings.single()).get(0);
    }

    private List<Taker> takers(JoinSettings settings) {
        PoolInHand pool = new PoolInHand(ring, settings, served -> {});
        return pool.workers().stream().map(Taker::new).toList();
    }

    /** Takes as one worker does. */
    public final class Taker {

        private final Worker worker;

        private Taker(Worker worker) {
            this.worker = worker;
        }

        /** The message of the next event, or null where there is none. */
        public Object take() {
            Context context = ring.take(worker);
            return context == null ? null : context.value;
        }

        public boolean isBusy() {
            return worker.isBusy();
        }
    }
}
