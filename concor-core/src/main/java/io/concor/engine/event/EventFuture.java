package io.concor.engine.event;

import io.concor.EventResult;
import org.jspecify.annotations.Nullable;

/**
 * The future that a caller awaits.
 *
 * <p>The path of an event never reads this object. The caller's thread writes this object first and then a mark into the
 * {@linkplain Context#mark() context}; the event's owner clears the mark first and then reads this object. So a mark that
 * meets a later event with the same context does no harm, and none is lost.
 */
public class EventFuture extends EventResult<@Nullable Object> {

    /** The context of the event, while it is inside. Without an order: what a stale one leads to is a needless mark. */
    private @Nullable Context inside;

    private volatile boolean givenUp;
    /** What knows this future while a store has the event. */
    private volatile @Nullable Runnable onGiveUp;

    public final void enter(Context context) {
        inside = context;
    }

    /** Has an action run when the caller gives up, on its thread: at once if the future is complete. It may run twice. */
    public final void whenGivenUp(Runnable action) {
        onGiveUp = action;
        if (isDone()) {
            action.run();
        }
    }

    /** Whether the caller no longer awaits the result. */
    final boolean isGivenUp() {
        return givenUp;
    }

    /** The event has ended with a value. */
    public void endWith(@Nullable Object value) {
        inside = null;
        end(value);
    }

    /** Whether the caller waits for the end of the event, also if a store has it meanwhile. */
    public boolean awaitsEnd() {
        return true;
    }

    /** A store has the event, which has left the flow for now. */
    public void handedOn() {
        inside = null;
    }

    /** The event has ended with an error, or its caller shall not wait any longer for a task that does not return. */
    public final void fail(Throwable error) {
        inside = null;
        endExceptionally(error);
    }

    @Override
    protected final void giveUp() {
        Context context = inside;
        if (context != null) {
            givenUp = true;
            context.mark();
        }
        Runnable action = onGiveUp;
        if (action != null) {
            action.run();
        }
    }
}
