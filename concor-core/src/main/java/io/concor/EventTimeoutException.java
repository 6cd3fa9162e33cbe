package io.concor;

import io.concor.text.DurationFormat;
import java.time.Duration;

/** The error of an event that was inside its flow longer than the flow's timeout. */
public final class EventTimeoutException extends FlowException {

    private static final long serialVersionUID = 1L;

    public EventTimeoutException(String flow, String place, Duration timeout) {
        super(
                flow,
                "Flow '%s': an event was older than %s when it was at '%s'"
                        .formatted(flow, DurationFormat.of(timeout), place),
                false);
    }
}
