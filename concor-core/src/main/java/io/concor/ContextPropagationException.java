package io.concor;

import io.concor.text.SafeText;
import org.jspecify.annotations.Nullable;

/**
 * The error of an event whose thread-locals could not be moved to the next thread. Its tasks do not run without them. The
 * cause is what the {@link ThreadLocalCarrier} threw.
 */
public final class ContextPropagationException extends FlowException {

    private static final long serialVersionUID = 1L;

    private final boolean mayBeCaught;

    /**
     * Describes the failure of a carrier.
     *
     * @param mayBeCaught whether catch tasks may run on the calling thread: not if it holds the thread-locals of others
     */
    public ContextPropagationException(String flow, ThreadLocalCarrier carrier, Throwable cause, boolean mayBeCaught) {
        super(
                flow,
                "Flow '" + flow + "': " + carrier.getClass().getName()
                        + " could not move the thread-locals of an event to thread '"
                        + Thread.currentThread().getName() + "': " + SafeText.of(cause)
                        + ". No task runs without them. Fix the carrier, or do not carry them",
                cause);
        this.mayBeCaught = mayBeCaught;
    }

    /** Returns whether catch tasks may handle the error of an event. */
    public static boolean mayBeCaught(@Nullable Throwable error) {
        return !(error instanceof ContextPropagationException lost) || lost.mayBeCaught;
    }
}
