package io.concor;

/**
 * The error of an event whose caller gave up: the future of its result was cancelled, or completed by a caller, while the event
 * was inside. It skips all components that are left, catch components too, and its transaction is rolled back. No caller
 * receives this exception, because the future is complete; observers of events and transactions see it.
 */
public final class EventCancelledException extends FlowException {

    private static final long serialVersionUID = 1L;

    /** @param place the component before which, or the transition in which, the event ended */
    public EventCancelledException(String flow, String place) {
        super(
                flow,
                "Flow '" + flow + "': the caller of an event gave up before the event had passed '" + place + "'",
                false);
    }
}
