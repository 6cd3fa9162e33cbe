package io.concor;

import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads behind the clocks of all flows: one that ticks, and a few that carry on events whose time was over while a
 * transition had them, because what follows is the user's code and may take long. All end when there is no flow.
 */
final class FlowTimer {

    private static final Logger logger = LoggerFactory.getLogger(FlowTimer.class);
    private static final int RESCUERS = 8;
    private static final int IDLE_SECONDS = 5;

    private static final ScheduledThreadPoolExecutor CLOCK = clock();
    private static final Executor RESCUE = rescue();

    private FlowTimer() {}

    private static ScheduledThreadPoolExecutor clock() {
        ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, body -> daemon(body, "concor-clock"));
        clock.setRemoveOnCancelPolicy(true);
        clock.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        clock.allowCoreThreadTimeOut(true);
        return clock;
    }

    private static ThreadPoolExecutor rescue() {
        return new ThreadPoolExecutor(
                0,
                RESCUERS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                body -> daemon(body, "concor-rescue"),
                (body, full) -> logger.debug("All rescuing threads are busy; the next tick tries again"));
    }

    private static Thread daemon(Runnable body, String name) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.setContextClassLoader(FlowTimer.class.getClassLoader());
        return thread;
    }

    /** Runs something at each tick, until the result is cancelled. */
    static Future<?> every(long nanos, Runnable tick) {
        return CLOCK.scheduleWithFixedDelay(() -> guarded(tick), nanos, nanos, TimeUnit.NANOSECONDS);
    }

    private static void guarded(Runnable tick) {
        try {
            tick.run();
        } catch (Throwable unexpected) {
            logger.error("A tick failed; the next one follows", unexpected);
        }
    }

    /** Runs something that may take long. Where no thread is free, it is not run. */
    static void rescue(Runnable body) {
        RESCUE.execute(body);
    }
}
