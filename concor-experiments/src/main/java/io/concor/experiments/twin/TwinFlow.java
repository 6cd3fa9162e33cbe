package io.concor.experiments.twin;

import io.concor.CatchTask;
import io.concor.Continuation;
import io.concor.Flow;
import io.concor.RefusedException;
import io.concor.SideEffectTask;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * A flow without Concor, by hand: admission, and stages of threads with queues that hold all admitted events. It has no
 * statistics, no timeout and no changes at run time. Thread-safe.
 */
abstract class TwinFlow implements Flow<Object, @Nullable Object> {

    private final String name;
    private final int maxInFlight;
    private final Semaphore permits;
    private final SideEffectTask<Object> logger;
    private final CatchTask<Object> errorHandler;
    private final List<ExecutorService> stages = new ArrayList<>();
    private final Executor lastStage;

    /**
     * Creates a twin without stages except the last one, whose single thread logs events and handles their errors.
     *
     * @param logger the bean of the last task
     * @param errorHandler the bean of the task that handles errors
     */
    TwinFlow(SampleTasks tasks, String logger, String errorHandler) {
        this.name = tasks.flow();
        this.maxInFlight = tasks.maxInFlight();
        this.permits = new Semaphore(maxInFlight);
        this.logger = tasks.task(logger, SideEffectTask.class);
        this.errorHandler = tasks.task(errorHandler, CatchTask.class);
        this.lastStage = stage("logs", 1);
    }

    /** Adds a stage. For the constructors. */
    final Executor stage(String threads, int number) {
        ExecutorService stage = new ThreadPoolExecutor(
                number,
                number,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(maxInFlight),
                new CustomizableThreadFactory("plain-" + threads + "-"));
        stages.add(stage);
        return stage;
    }

    /** Runs the tasks before the first stage on the calling thread. */
    abstract void begin(Object message, Event event) throws Throwable;

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final boolean tryApply(Object message) {
        return enter(message, new Event());
    }

    @Override
    public final CompletableFuture<@Nullable Object> trySubmit(Object message) {
        Event event = new Event();
        return enter(message, event)
                ? event.result
                : CompletableFuture.failedFuture(new RefusedException(name, RefusedException.Reason.FULL));
    }

    private boolean enter(Object message, Event event) {
        if (!permits.tryAcquire()) {
            return false;
        }
        event.attempt(() -> begin(message, event));
        return true;
    }

    @Override
    public final void apply(Object message) {
        throw new UnsupportedOperationException("no sample waits for admission");
    }

    @Override
    public final CompletableFuture<@Nullable Object> submit(Object message) {
        throw new UnsupportedOperationException("no sample waits for admission");
    }

    /** Gives up the events inside. */
    @Override
    public final void close() {
        stages.forEach(ExecutorService::shutdownNow);
    }

    /** Work for an event. */
    @FunctionalInterface
    interface Work {

        void run() throws Throwable;
    }

    /** An event inside. Its first answer decides; later ones are ignored. */
    final class Event implements Continuation<Object> {

        private final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
        private final AtomicBoolean decided = new AtomicBoolean();

        /** Hands the event over to a stage. */
        void continueOn(Executor stage, Work work) {
            stage.execute(() -> attempt(work));
        }

        /** Does work on the calling thread. An error ends the event. */
        private void attempt(Work work) {
            try {
                work.run();
            } catch (Throwable error) {
                fail(error);
            }
        }

        @Override
        public void complete(Object value) {
            decide(() -> log(value));
        }

        private @Nullable Object log(Object value) throws Throwable {
            try {
                logger.accept(value);
                return value;
            } catch (Throwable error) {
                return handled(error);
            }
        }

        @Override
        public void fail(Throwable error) {
            decide(() -> handled(error));
        }

        private @Nullable Object handled(Throwable error) throws Throwable {
            return errorHandler.onError(error);
        }

        @Override
        public void continuing(Supplier<?> value) {
            attempt(() -> complete(value.get()));
        }

        @Override
        public void onError(Supplier<? extends Throwable> error) {
            attempt(() -> fail(error.get()));
        }

        private void decide(LastTask task) {
            if (decided.compareAndSet(false, true)) {
                conclude(task);
            }
        }

        private void conclude(LastTask task) {
            try {
                lastStage.execute(() -> end(task));
            } catch (RejectedExecutionException closed) {
                end(task);
            }
        }

        private void end(LastTask task) {
            try {
                result.complete(task.run());
            } catch (Throwable error) {
                result.completeExceptionally(error);
            } finally {
                permits.release();
            }
        }
    }

    /** Logs an event or handles its error. */
    @FunctionalInterface
    private interface LastTask {

        @Nullable
        Object run() throws Throwable;
    }
}
