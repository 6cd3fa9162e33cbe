package io.concor;

import io.concor.text.DurationFormat;
import java.time.Duration;
import java.util.Locale;

/** The error of an event that was inside its flow longer than the flow's timeout. */
public final class EventTimeoutException extends FlowException {

    private static final long serialVersionUID = 1L;

    public EventTimeoutException(String flow, String place, Duration timeout) {
        super(
                flow,
                String.format(
                        Locale.ROOT,
                        "Flow '%s': an event was older than %s when it was at '%s'",
                        flow,
                        DurationFormat.of(timeout),
                        place),
                false);
    }
}
