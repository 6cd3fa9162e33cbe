package io.concor;

import java.util.Locale;

/** A flow refused an event. */
public final class RefusedException extends FlowException {

    /** Why an event was refused. */
    public enum Reason {
        /** The flow is stopped or stopping. */
        STOPPED("the flow is stopped"),
        /** The flow is full, and the call does not wait. */
        FULL("the flow is full"),
        /** A change of the layout has closed admission for a moment, and the call does not wait, or not for so long. */
        CHANGING("a change of its layout has closed admission for a moment"),
        /** The thread was interrupted while it waited for admission; it still is. */
        INTERRUPTED("the thread was interrupted while it waited for admission"),
        /**
         * The flow remained full for as long as the call waits: at most for the flow's timeout, and in a task of another flow
         * until the task's event times out.
         */
        TIMEOUT("the flow remained full until the time to wait for admission had passed"),
        /** The flow is full, and the calling thread works for it: the flow would wait for itself. */
        OWN_THREAD("the flow is full, and this thread, which works for it, must not wait");

        private final String words;

        Reason(String words) {
            this.words = words;
        }

        /** Returns the name that logs and meters use: lower case, with hyphens. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    public RefusedException(String flow, Reason reason) {
        this(flow, reason, "Flow '" + flow + "' did not take the event: " + reason.words);
    }

    /** @param message what is full, for how long, or the like, and what to do */
    public RefusedException(String flow, Reason reason, String message) {
        super(flow, message, null);
        this.reason = reason;
    }

    /** Returns why the event was refused. */
    public Reason reason() {
        return reason;
    }
}
