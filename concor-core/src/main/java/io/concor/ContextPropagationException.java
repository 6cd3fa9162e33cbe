package io.concor;

import io.concor.text.SafeText;
import org.jspecify.annotations.Nullable;

/**
 * The error of an event whose thread-locals could not be taken along to the thread that was to go on with it: its tasks
 * are not run without them, nor with those of somebody else. The cause tells what the {@link ThreadLocalCarrier} threw.
 */
public final class ContextPropagationException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final String flow;
    private final boolean mayBeCaught;

    /**
     * @param mayBeCaught whether catch tasks may be run on the calling thread: not where it holds what is somebody
     *     else's
     */
    public ContextPropagationException(String flow, ThreadLocalCarrier carrier, Throwable cause, boolean mayBeCaught) {
        super(
                ("Flow '%s': what an event holds in thread-locals could not be taken along to thread '%s' by %s: %s."
                                + " No task is run without it. Mend what the carrier reads or sets, or do not carry it")
                        .formatted(
                                flow,
                                Thread.currentThread().getName(),
                                carrier.getClass().getName(),
                                SafeText.of(cause)),
                cause);
        this.flow = flow;
        this.mayBeCaught = mayBeCaught;
    }

    /** Whether catch tasks may meet the error of an event. */
    public static boolean mayBeCaught(@Nullable Throwable error) {
        return !(error instanceof ContextPropagationException lost) || lost.mayBeCaught;
    }

    /** The flow's name. */
    public String flow() {
        return flow;
    }
}
