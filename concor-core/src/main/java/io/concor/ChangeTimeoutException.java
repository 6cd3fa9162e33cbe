package io.concor;

import java.time.Duration;

/** A change could not be made in the time allowed, because a task held its thread for too long; nothing was changed. */
public final class ChangeTimeoutException extends ConcorException {

    private static final long serialVersionUID = 1L;

    ChangeTimeoutException(String flow, String slot, Duration allowed, String reason) {
        super("Flow '%s', slot '%s': the change was not possible within %s, so nothing was changed: %s"
                .formatted(flow, slot, allowed, reason));
    }
}
