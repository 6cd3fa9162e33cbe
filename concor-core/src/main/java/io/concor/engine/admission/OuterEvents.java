package io.concor.engine.admission;

import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.ContextPool;
import java.util.BitSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The events that the threads of one running flow have. A task that enters another flow must not wait there for longer
 * than its own event may still live: otherwise the waits of nested calls add up. Thread-safe.
 *
 * <p>The path of an event has no part in this: a thread that waits for admission looks for its events, in all flows.
 */
public final class OuterEvents {

    /** Returned instead of a time if there is no event. */
    static final long UNLIMITED = Long.MAX_VALUE;

    private static final Set<OuterEvents> RUNNING = ConcurrentHashMap.newKeySet();

    private final ContextPool contexts;
    private final CoarseClock clock;
    private final Function<Thread, BitSet> eventsOf;

    /** @param eventsOf returns the indexes of the contexts whose events a thread has */
    public OuterEvents(ContextPool contexts, CoarseClock clock, Function<Thread, BitSet> eventsOf) {
        this.contexts = contexts;
        this.clock = clock;
        this.eventsOf = eventsOf;
    }

    /** The flow starts. */
    public void add() {
        RUNNING.add(this);
    }

    /** The flow has stopped. */
    public void remove() {
        RUNNING.remove(this);
    }

    /**
     * Returns the time until the first of the calling thread's events times out, in nanoseconds, 0 or less if it is due, or
     * {@link #UNLIMITED}. Looks at all events of all flows, so it is slow.
     */
    static long leftNanos() {
        long left = UNLIMITED;
        for (OuterEvents flow : RUNNING) {
            left = Math.min(left, flow.leftNanos(Thread.currentThread()));
        }
        return left;
    }

    private long leftNanos(Thread thread) {
        return eventsOf.apply(thread).stream()
                .mapToLong(index -> clock.leftNanos(contexts.all()[index]))
                .min()
                .orElse(UNLIMITED);
    }
}
