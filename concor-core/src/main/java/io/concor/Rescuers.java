package io.concor;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of one flow that carry on events whose time was over while a transition had them: what follows is the user's
 * code and may take long, so the clock does not run it. They end when there is nothing to do.
 */
final class Rescuers {

    private static final int THREADS = 16;
    private static final int IDLE_SECONDS = 5;

    private final ThreadPoolExecutor executor;

    Rescuers(String flow) {
        // The queue is bounded by the events inside the flow, each of which is put into it once.
        executor = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                body -> FlowTimer.daemon(body, flow + "-rescue"));
        executor.allowCoreThreadTimeOut(true);
    }

    void carryOn(Ticket expired) {
        if (expired.markRescued()) {
            executor.execute(expired::expire);
        }
    }
}
