package io.concor.queueserver.security;

import io.concor.text.Sentence;
import java.time.Duration;
import org.springframework.security.core.AuthenticationException;

/** A password was not checked, because too many were wrong. */
final class TooManyGuessesException extends AuthenticationException {

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    TooManyGuessesException(Duration retryAfter) {
        super(Sentence.of("Too many wrong passwords: try again in %d s", retryAfter.toSeconds()));
        this.retryAfter = retryAfter;
    }

    /** Returns in how many whole seconds to try again. */
    Duration retryAfter() {
        return retryAfter;
    }
}
