package io.concor;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread behind the clocks of all flows. It ends when there is no flow. */
final class FlowTimer {

    private static final Logger logger = LoggerFactory.getLogger(FlowTimer.class);
    private static final int IDLE_SECONDS = 5;

    private static final FlowTimer SHARED = new FlowTimer();

    private final ScheduledThreadPoolExecutor clock = clock();
    /** By the nanoseconds between their ticks; guarded by itself. */
    private final Map<Long, Beat> beats = new HashMap<>();

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

    /**
     * Runs something again and again, until the result is run.
     *
     * @param nanos the longest time between; it is shortened to a power of two, so that flows with similar timeouts
     *     share one wake-up of the thread
     */
    static Runnable every(long nanos, Runnable tick) {
        return SHARED.add(Long.highestOneBit(nanos), tick);
    }

    private Runnable add(long nanos, Runnable tick) {
        synchronized (beats) {
            Beat beat = beats.computeIfAbsent(nanos, Beat::new);
            beat.ticks.add(tick);
            return () -> beat.remove(tick);
        }
    }

    /** What is done at each tick of one length. */
    private final class Beat {

        private final long nanos;
        private final List<Runnable> ticks = new CopyOnWriteArrayList<>();
        private final Future<?> beating;

        Beat(long nanos) {
            this.nanos = nanos;
            this.beating = clock.scheduleWithFixedDelay(
                    () -> ticks.forEach(FlowTimer::guarded), nanos, nanos, TimeUnit.NANOSECONDS);
        }

        void remove(Runnable tick) {
            synchronized (beats) {
                ticks.remove(tick);
                if (ticks.isEmpty()) {
                    beating.cancel(false);
                    beats.remove(nanos, this);
                }
            }
        }
    }

    private static void guarded(Runnable tick) {
        try {
            tick.run();
        } catch (Throwable unexpected) {
            tell(unexpected);
        }
    }

    /**
     * Telling may fail too, for want of memory or by a fault of the log; what is thrown here would end the ticks for
     * ever.
     */
    private static void tell(Throwable unexpected) {
        try {
            logger.error("A tick failed; the next one follows", unexpected);
        } catch (Throwable ignored) {
            // The next tick comes in any case.
        }
    }
}
