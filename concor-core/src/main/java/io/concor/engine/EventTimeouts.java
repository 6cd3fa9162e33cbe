package io.concor.engine;

import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.Context;
import io.concor.engine.event.ContextPool;
import io.concor.engine.event.PendingTransition;
import io.concor.engine.thread.RunningThreads;
import io.concor.engine.thread.SharedTicker;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends events that time out where no thread of the flow checks them: in a transition, or in a slot whose threads are all
 * in a task. Ends events in a transition, too, whose callers have given up. The rest of such an event is user code that
 * may take long, so it runs on threads of its own and not on the shared ticker. Each thread searches until it finds no
 * such event; nothing is queued. Idle threads end.
 */
final class EventTimeouts {

    private static final int MOST_THREADS = 16;
    private static final int IDLE_SECONDS = 5;

    private final ContextPool contexts;
    private final CoarseClock clock;
    private final WaitingEvents waiting;
    private final RunningThreads threads = new RunningThreads();
    private final ThreadPoolExecutor executor;

    EventTimeouts(String flow, ContextPool contexts, CoarseClock clock, WaitingEvents waiting) {
        this.contexts = contexts;
        this.clock = clock;
        this.waiting = waiting;
        // If all threads are busy, a search is discarded: they find the events themselves, and the next tick asks
        // again.
        this.executor = new ThreadPoolExecutor(
                0,
                MOST_THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                body -> SharedTicker.daemon(threads.registered(body), flow + "-timeout"),
                new ThreadPoolExecutor.DiscardPolicy());
    }

    /** Whether a thread is one of these. */
    boolean owns(Thread thread) {
        return threads.contains(thread);
    }

    /**
     * Starts the search for events that have timed out. Called once in a tick.
     *
     * @param holdsEvents whether an event may be in a transition, or wait for another attempt
     */
    void check(boolean holdsEvents) {
        if (holdsEvents) {
            checkTransitions();
        }
        if (waiting.areOverdue()) {
            executor.execute(waiting::expire);
        }
    }

    private void checkTransitions() {
        int found = 0;
        for (Context context : contexts.all()) {
            if (found < MOST_THREADS && hasEnded(context, context.transition())) {
                found++;
                executor.execute(this::expireTransitions);
            }
        }
    }

    private void expireTransitions() {
        boolean found;
        do {
            found = false;
            for (Context context : contexts.all()) {
                PendingTransition transition = context.transition();
                if (transition != null && hasEnded(context, transition)) {
                    found = true;
                    transition.expire();
                    Thread.interrupted(); // an interrupt meant for one event must not reach the next
                }
            }
        } while (found);
    }

    /** If the event has left the transition meanwhile, {@link PendingTransition#expire} does nothing. */
    private boolean hasEnded(Context context, @Nullable PendingTransition transition) {
        return transition != null
                && (clock.hasExpired(transition.enteredNanos()) || context.isMarked() && context.isGivenUp())
                && transition.isAway();
    }
}
