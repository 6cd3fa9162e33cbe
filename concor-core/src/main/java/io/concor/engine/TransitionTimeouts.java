package io.concor.engine;

import io.concor.engine.thread.SharedTicker;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one flow that carry on events whose time was over while a transition had them: what follows is the
 * user's code and may take long, so the clock does not run it. Each looks for such events itself, until there is none;
 * nothing is queued. They end when there is nothing to do.
 */
final class TransitionTimeouts {

    private static final int MOST = 16;
    private static final int IDLE_SECONDS = 5;

    private final ContextPool contexts;
    private final CoarseClock clock;
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final ThreadPoolExecutor executor;

    TransitionTimeouts(String flow, ContextPool contexts, CoarseClock clock) {
        this.contexts = contexts;
        this.clock = clock;
        // Where all are at work they find what there is by themselves, and the next tick asks again.
        this.executor = new ThreadPoolExecutor(
                0,
                MOST,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                body -> SharedTicker.daemon(() -> work(body), flow + "-rescue"),
                new ThreadPoolExecutor.DiscardPolicy());
    }

    private void work(Runnable body) {
        threads.add(Thread.currentThread());
        try {
            body.run();
        } finally {
            threads.remove(Thread.currentThread());
        }
    }

    /** Whether a thread is one of these. */
    boolean own(Thread thread) {
        return threads.contains(thread);
    }

    /** Looks for events that are over their time, and asks for a thread for each. */
    void look() {
        int found = 0;
        for (Context context : contexts.all()) {
            if (found < MOST && over(context.ticket())) {
                found++;
                executor.execute(this::rescue);
            }
        }
    }

    private void rescue() {
        boolean found;
        do {
            found = false;
            for (Context context : contexts.all()) {
                PendingTransition ticket = context.ticket();
                if (ticket != null && over(ticket)) {
                    found = true;
                    ticket.expire();
                    Thread.interrupted(); // an interrupt meant for one event must not hit the next
                }
            }
        } while (found);
    }

    private boolean over(@Nullable PendingTransition ticket) {
        return ticket != null && clock.expired(ticket.entered()) && ticket.away();
    }
}
