package io.concor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * The result of an event, which {@link Flow#submit} returns, and what is derived from it by methods such as {@link
 * #thenApply}. Thread-safe.
 *
 * <p>If it is completed from outside, by {@link #cancel}, {@link #orTimeout}, {@link #complete} or {@link
 * #completeExceptionally}, the caller has given up, and its event ends at its next slot or transition. The last future that
 * depends on a result and is completed from outside gives that result up, too. A {@linkplain #copy copy} does not.
 */
public abstract class EventResult<T extends @Nullable Object> extends CompletableFuture<T> {

    @SuppressWarnings("rawtypes")
    private static final AtomicIntegerFieldUpdater<EventResult> IDLE_DEPENDENTS =
            AtomicIntegerFieldUpdater.newUpdater(EventResult.class, "idleDependents");

    /**
     * How many {@linkplain #getNumberOfDependents dependents} await nothing: derived futures that were completed from
     * outside, which a future keeps until it is complete, and those that only stop the clock of a time limit.
     */
    private volatile int idleDependents;

    protected EventResult() {}

    /** Called once this result has been completed from outside. */
    protected abstract void giveUp();

    @Override
    public final boolean complete(T value) {
        return giveUpIf(super.complete(value));
    }

    @Override
    public final boolean completeExceptionally(Throwable error) {
        return giveUpIf(super.completeExceptionally(error));
    }

    @Override
    public final boolean cancel(boolean mayInterruptIfRunning) {
        return giveUpIf(super.cancel(mayInterruptIfRunning));
    }

    private boolean giveUpIf(boolean completed) {
        if (completed) {
            giveUp();
        }
        return completed;
    }

    /** The event has ended with a value. Returns false if this was completed before. */
    protected final boolean end(@Nullable T value) {
        return super.complete(value);
    }

    /** The event has ended with an error. Returns false if this was completed before. */
    protected final boolean endExceptionally(Throwable error) {
        return super.completeExceptionally(error);
    }

    @Override
    public CompletableFuture<T> orTimeout(long timeout, TimeUnit unit) {
        CompletableFuture<T> limit = new CompletableFuture<T>().orTimeout(timeout, unit);
        limit.whenComplete((none, error) -> completeExceptionally(error));
        return stopping(limit);
    }

    @Override
    public CompletableFuture<T> completeOnTimeout(T value, long timeout, TimeUnit unit) {
        CompletableFuture<T> limit = new CompletableFuture<T>().completeOnTimeout(value, timeout, unit);
        limit.thenAccept(this::complete);
        return stopping(limit);
    }

    /** Lets the end of this result stop the clock of its time limit. */
    private CompletableFuture<T> stopping(CompletableFuture<T> limit) {
        whenComplete((value, error) -> limit.cancel(false));
        IDLE_DEPENDENTS.incrementAndGet(this);
        return this;
    }

    private void loseDependent() {
        if (getNumberOfDependents() <= IDLE_DEPENDENTS.incrementAndGet(this)) {
            cancel(false);
        }
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new Derived<>(this);
    }

    /** Returns a future that is completed with this one, and gives nothing up. */
    @Override
    public CompletableFuture<T> copy() {
        CompletableFuture<T> copy = new CompletableFuture<>();
        whenComplete((value, error) -> {
            if (error == null) {
                copy.complete(value);
            } else {
                copy.completeExceptionally(error);
            }
        });
        return copy;
    }

    /** A stage after a result. */
    private static final class Derived<T extends @Nullable Object> extends EventResult<T> {

        private final EventResult<?> source;

        Derived(EventResult<?> source) {
            this.source = source;
        }

        @Override
        protected void giveUp() {
            source.loseDependent();
        }
    }
}
