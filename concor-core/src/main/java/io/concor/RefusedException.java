package io.concor;

/** An event was not taken into the flow. */
public final class RefusedException extends ConcorException {

    /** Why an event was not taken. */
    public enum Reason {
        /** The flow is stopped, or about to be. */
        STOPPED("the flow is stopped"),
        /** The flow is full, or a change of the layout keeps its door shut for a moment, and nobody was to wait. */
        FULL("the flow is full"),
        /** The thread was interrupted while it waited for admission; it still is. */
        INTERRUPTED("the thread was interrupted while it waited for admission"),
        /**
         * The flow is full, or keeps its door shut for a moment, and a thread that lets others leave it, or carries one of its
         * events, must not wait for that.
         */
        OWN_THREAD(
                "the flow is full, and this thread is one of its own or carries one of its events, which would wait for itself");

        private final String words;

        Reason(String words) {
            this.words = words;
        }
    }

    private static final long serialVersionUID = 1L;

    private final String flow;
    private final Reason reason;

    public RefusedException(String flow, Reason reason) {
        super("Flow '%s' did not take the event: %s".formatted(flow, reason.words));
        this.flow = flow;
        this.reason = reason;
    }

    /** The flow's name. */
    public String flow() {
        return flow;
    }

    /** Why the event was not taken. */
    public Reason reason() {
        return reason;
    }
}
