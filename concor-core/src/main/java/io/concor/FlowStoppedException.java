package io.concor;

import java.util.Locale;

/** The error of an event that did not end within the time allowed for a stop. */
public final class FlowStoppedException extends FlowException {

    private static final long serialVersionUID = 1L;

    public FlowStoppedException(String flow, String place) {
        super(flow, String.format(Locale.ROOT, "Flow '%s' was stopped while an event was at '%s'", flow, place), false);
    }
}
