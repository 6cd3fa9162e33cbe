package io.concor.autoconfigure.web;

import io.concor.EventTimeoutException;
import io.concor.FlowStoppedException;
import io.concor.RefusedException;
import java.time.Duration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/**
 * Converts errors of flows to problem details (RFC 9457). Spring also passes errors that are the cause of another one,
 * such as a {@link java.util.concurrent.CompletionException}. The names of flows and components stay inside.
 */
@ControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
final class FlowErrorAdvice {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    @ExceptionHandler
    ErrorResponse refused(RefusedException refused) {
        return ErrorResponse.builder(
                        refused,
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "The service cannot take the request now. Try again later.")
                .header(HttpHeaders.RETRY_AFTER, Long.toString(RETRY_AFTER.toSeconds()))
                .build();
    }

    /** The event may have had effects: the client is not asked to repeat it. */
    @ExceptionHandler
    ErrorResponse stopped(FlowStoppedException stopped) {
        String later = stopped.storedEventId() == null ? "" : " It is stored, and will be completed: do not repeat it.";
        return ErrorResponse.create(
                stopped,
                HttpStatus.SERVICE_UNAVAILABLE,
                "The service stopped before the request was completed." + later);
    }

    @ExceptionHandler
    ErrorResponse timedOut(EventTimeoutException timedOut) {
        return ErrorResponse.create(
                timedOut, HttpStatus.GATEWAY_TIMEOUT, "The request was not completed within the time allowed.");
    }
}
