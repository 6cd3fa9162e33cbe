package io.concor.autoconfigure.endpoint.web;

import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;

/**
 * After how many seconds a client may repeat a request, by the status of its response: an operation returns a status and
 * a body, but no header {@code Retry-After}.
 */
final class RetryAfter {

    private static final Map<Integer, String> SECONDS =
            Map.of(HttpStatus.TOO_MANY_REQUESTS.value(), "5", HttpStatus.SERVICE_UNAVAILABLE.value(), "1");

    private RetryAfter() {}

    /** Returns the value of the header; empty if the status does not ask the client to wait. */
    static Optional<String> of(int status) {
        return Optional.ofNullable(SECONDS.get(status));
    }
}
