package io.concor.autoconfigure.endpoint.web;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.springframework.http.HttpHeaders;

/** A response with the header {@code Retry-After} if its status asks for it. */
final class RetryAfterResponse extends HttpServletResponseWrapper {

    RetryAfterResponse(HttpServletResponse response) {
        super(response);
    }

    @Override
    public void setStatus(int status) {
        super.setStatus(status);
        RetryAfter.of(status).ifPresent(seconds -> setHeader(HttpHeaders.RETRY_AFTER, seconds));
    }
}
