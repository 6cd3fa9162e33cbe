package io.concor.autoconfigure.security.password;

import io.concor.text.Sentence;
import java.time.Duration;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.AuthenticationException;

/** A log-in was refused without a check of its password. */
public class RefusedLoginException extends AuthenticationException {

    private static final long serialVersionUID = 1L;

    private final HttpStatus status;
    private final Duration retryAfter;

    private RefusedLoginException(HttpStatus status, Duration retryAfter, String reason) {
        super(Sentence.of("%s: try again in %d s", reason, retryAfter.toSeconds()));
        this.status = status;
        this.retryAfter = retryAfter;
    }

    /** Too many log-ins from the same address have failed. */
    static RefusedLoginException afterFailures(Duration retryAfter) {
        return new RefusedLoginException(
                HttpStatus.TOO_MANY_REQUESTS, retryAfter, "Too many failed log-ins from this address");
    }

    /** Too many passwords are to be checked at this moment. */
    static RefusedLoginException underLoad() {
        return new RefusedLoginException(
                HttpStatus.SERVICE_UNAVAILABLE, Duration.ofSeconds(1), "Too many log-ins at the same time");
    }

    /** Returns the status of the response: 429 or 503. */
    public HttpStatus status() {
        return status;
    }

    /** Returns in how many whole seconds to try again. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
