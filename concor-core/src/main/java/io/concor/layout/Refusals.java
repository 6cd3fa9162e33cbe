package io.concor.layout;

import io.concor.RefusedException.Reason;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * How many events a flow refused, by {@link Reason}. Immutable.
 *
 * @param full because the flow was full and the call did not wait
 * @param timeout because the flow remained full for as long as the call waited
 * @param stopped because the flow was stopped or stopping
 * @param changing because a change of the layout had closed admission for a moment
 * @param ownThread because the flow was full and the calling thread worked for it
 * @param interrupted because the calling thread was interrupted while it waited
 */
public record Refusals(long full, long timeout, long stopped, long changing, long ownThread, long interrupted) {

    /** No refusals. */
    public static final Refusals NONE = new Refusals(0, 0, 0, 0, 0, 0);

    /** Returns how many events were refused for a reason. */
    public long count(Reason reason) {
        return switch (reason) {
            case FULL -> full;
            case TIMEOUT -> timeout;
            case STOPPED -> stopped;
            case CHANGING -> changing;
            case OWN_THREAD -> ownThread;
            case INTERRUPTED -> interrupted;
        };
    }

    /** Returns how many events were refused, for whatever reason. */
    public long total() {
        return full + timeout + stopped + changing + ownThread + interrupted;
    }

    /** Returns only the refusals by a flow that was full. */
    public Refusals overload() {
        return new Refusals(full, timeout, 0, 0, ownThread, 0);
    }

    /** Returns the refusals since an earlier count. */
    public Refusals since(Refusals earlier) {
        return new Refusals(
                full - earlier.full,
                timeout - earlier.timeout,
                stopped - earlier.stopped,
                changing - earlier.changing,
                ownThread - earlier.ownThread,
                interrupted - earlier.interrupted);
    }

    /** Returns the reasons that occurred with their counts, such as {@code 990 full, 13 timeout}; empty without any. */
    public String inWords() {
        return Arrays.stream(Reason.values())
                .filter(reason -> count(reason) != 0)
                .map(reason -> count(reason) + " " + reason)
                .collect(Collectors.joining(", "));
    }
}
