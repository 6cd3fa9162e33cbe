package io.concor.engine;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The future that a caller awaits. If it is completed from outside, by {@code cancel}, {@code orTimeout} or anything else, the
 * caller has given up, and its event ends at its next slot.
 *
 * <p>The path of an event never reads this object. The caller's thread writes this object first and then a mark into the
 * {@linkplain Context#mark() context}; the event's owner clears the mark first and then reads this object. So a mark that
 * meets a later event with the same context does no harm, and none is lost.
 */
final class EventFuture extends CompletableFuture<@Nullable Object> {

    /** The context of the event, while it is inside. Without an order: what a stale one leads to is a needless mark. */
    private @Nullable Context inside;

    private volatile boolean givenUp;

    /** The event enters. */
    void enter(Context context) {
        inside = context;
    }

    /** Whether the caller no longer awaits the result. */
    boolean isGivenUp() {
        return givenUp;
    }

    /** The event has ended with a value. */
    void end(@Nullable Object value) {
        inside = null;
        super.complete(value);
    }

    /** The event has ended with an error, or its caller shall not wait any longer for a task that does not return. */
    void endExceptionally(Throwable error) {
        inside = null;
        super.completeExceptionally(error);
    }

    @Override
    public boolean complete(@Nullable Object value) {
        return giveUpIf(super.complete(value));
    }

    @Override
    public boolean completeExceptionally(Throwable error) {
        return giveUpIf(super.completeExceptionally(error));
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return giveUpIf(super.cancel(mayInterruptIfRunning));
    }

    private boolean giveUpIf(boolean completed) {
        Context context = inside;
        if (completed && context != null) {
            givenUp = true;
            context.mark();
        }
        return completed;
    }
}
