package io.concor;

import io.concor.text.DurationFormat;
import java.time.Duration;

/** The error of an event that was inside its flow longer than the flow's timeout. */
public final class EventTimeoutException extends FlowException {

    private static final long serialVersionUID = 1L;

    public EventTimeoutException(String flow, String place, Duration timeout) {
        super(
                flow,
                "Flow '" + flow + "': an event was older than " + DurationFormat.of(timeout) + " when it was at '"
                        + place + "'",
                false);
    }
}
