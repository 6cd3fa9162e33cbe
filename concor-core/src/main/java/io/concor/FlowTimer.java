package io.concor;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread behind the clocks of all flows. It ends when there is no flow. */
final class FlowTimer {

    private static final Logger logger = LoggerFactory.getLogger(FlowTimer.class);
    private static final int IDLE_SECONDS = 5;

    private static final ScheduledThreadPoolExecutor CLOCK = clock();

    private FlowTimer() {}

    private static ScheduledThreadPoolExecutor clock() {
        ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, body -> daemon(body, "concor-clock"));
        clock.setRemoveOnCancelPolicy(true);
        clock.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        clock.allowCoreThreadTimeOut(true);
        return clock;
    }

    /** A thread that takes nothing over from who happens to start it, and does not keep a JVM alive. */
    static Thread daemon(Runnable body, String name) {
        Thread thread = new Thread(null, body, name, 0, false);
        thread.setDaemon(true);
        thread.setPriority(Thread.NORM_PRIORITY);
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
            tell(unexpected);
        }
    }

    /** Where memory is short telling may fail too, and what is thrown here would end the ticks for ever. */
    private static void tell(Throwable unexpected) {
        try {
            logger.error("A tick failed; the next one follows", unexpected);
        } catch (OutOfMemoryError ignored) {
            // The next tick comes in any case.
        }
    }
}
