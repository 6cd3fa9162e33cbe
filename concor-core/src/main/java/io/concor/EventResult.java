package io.concor;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The result of an event, which {@link Flow#submit} returns, and what is derived from it by methods such as {@link
 * #thenApply}. Thread-safe.
 *
 * <p>If it is completed from outside, by {@link #cancel}, {@link #orTimeout}, {@link #complete} or {@link
 * #completeExceptionally}, the caller has given up, and its event ends at its next slot or transition. What is derived from
 * a result gives that result up, too, unless more depends on it. A {@linkplain #copy copy} does not.
 */
public abstract class EventResult<T extends @Nullable Object> extends CompletableFuture<T> {

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
            if (source.getNumberOfDependents() <= 1) {
                source.cancel(false);
            }
        }
    }
}
