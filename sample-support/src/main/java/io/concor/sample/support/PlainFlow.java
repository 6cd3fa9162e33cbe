package io.concor.sample.support;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * A flow without Concor, for comparison: admission, stages of threads and an orderly stop, written by hand. A sample adds
 * its tasks.
 *
 * <p>The queue of each stage holds all events that are admitted, so that no queue is ever full. Events do not expire.
 * Cannot be started again after a stop. Thread-safe.
 */
public abstract class PlainFlow implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(PlainFlow.class);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(20);

    private final int maxInFlight;
    private final Semaphore permits;
    private final List<Stage> stages = new ArrayList<>();
    private final ThreadPoolExecutor lastStage;
    private volatile boolean open;

    /**
     * Creates a flow without stages except the last one, whose single thread ends events.
     *
     * @param maxInFlight the most events inside at once
     */
    protected PlainFlow(int maxInFlight) {
        this.maxInFlight = maxInFlight;
        this.permits = new Semaphore(maxInFlight);
        this.lastStage = threads("plain-logs-", 1);
    }

    /** Work for one event. */
    @FunctionalInterface
    protected interface Work {

        /** Does the work. */
        void run() throws Throwable;
    }

    /** Threads with a queue. */
    protected static final class Stage {

        private final ThreadPoolExecutor threads;

        private Stage(ThreadPoolExecutor threads) {
            this.threads = threads;
        }

        /**
         * Hands an event over to a thread of this stage.
         *
         * @param end receives the error if the work fails or the stage stops first
         * @param work what the thread does
         */
        public void execute(FirstAnswer<?> end, Work work) {
            threads.execute(new QueuedWork(end, work));
        }

        private void stop() {
            threads.shutdownNow()
                    .forEach(left ->
                            ((QueuedWork) left).end().fail(new RejectedExecutionException("stopped before its turn")));
        }
    }

    private record QueuedWork(FirstAnswer<?> end, Work work) implements Runnable {

        @Override
        public void run() {
            attempt(end, work);
        }
    }

    /**
     * Adds a stage. For the constructor of the subclass.
     *
     * @param name the name of its threads
     * @param threads how many
     */
    protected final Stage stage(String name, int threads) {
        Stage stage = new Stage(threads("plain-" + name + "-", threads));
        stages.add(stage);
        return stage;
    }

    private ThreadPoolExecutor threads(String name, int count) {
        return new ThreadPoolExecutor(
                count,
                count,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(maxInFlight),
                new CustomizableThreadFactory(name));
    }

    /** Admits an event if there is room and the flow is open. An admitted event must {@link #conclude} once. */
    protected final boolean tryAdmit() {
        if (!permits.tryAcquire()) {
            return false;
        }
        // read with the permit held: the stop takes all permits and so waits for every event that saw the flow open
        if (!open) {
            permits.release();
            return false;
        }
        return true;
    }

    /** Does work on the calling thread. An error of the work ends the event. */
    protected static void attempt(FirstAnswer<?> end, Work work) {
        try {
            work.run();
        } catch (Throwable error) {
            end.fail(error);
        }
    }

    /** Ends an event: runs its last task on the thread of the last stage and makes room for another event. */
    protected final void conclude(Work lastTask) {
        try {
            lastStage.execute(() -> finish(lastTask));
        } catch (RejectedExecutionException stoppedMeanwhile) {
            finish(lastTask);
        }
    }

    private void finish(Work lastTask) {
        try {
            lastTask.run();
        } catch (Throwable error) {
            LOG.error("The last task of an event has failed", error);
        } finally {
            permits.release();
        }
    }

    /** Returns the number of events inside. */
    public final int inFlight() {
        return maxInFlight - permits.availablePermits();
    }

    @Override
    public final void start() {
        open = true;
    }

    @Override
    public final void stop() {
        open = false;
        if (!allHaveLeft()) {
            LOG.warn("Stopped with {} events inside", inFlight());
        }
        lastStage.shutdown();
        stages.forEach(Stage::stop);
    }

    private boolean allHaveLeft() {
        try {
            return permits.tryAcquire(maxInFlight, STOP_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public final boolean isRunning() {
        return open;
    }

    /** Stops after the web server, which has drained by then. */
    @Override
    public final int getPhase() {
        return WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE - 1024;
    }
}
