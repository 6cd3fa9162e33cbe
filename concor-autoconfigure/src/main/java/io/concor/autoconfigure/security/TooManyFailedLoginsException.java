package io.concor.autoconfigure.security;

import java.time.Duration;
import org.springframework.security.core.AuthenticationException;

/** A log-in was refused without a check of its password, because too many from the same address have failed. */
class TooManyFailedLoginsException extends AuthenticationException {

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    TooManyFailedLoginsException(Duration retryAfter) {
        super("Too many failed log-ins from this address: try again in " + retryAfter.toSeconds() + " s");
        this.retryAfter = retryAfter;
    }

    /** Returns after how many whole seconds passwords are checked again. */
    Duration retryAfter() {
        return retryAfter;
    }
}
