package io.concor.simulator.control;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;

/**
 * A request that is sent once during a run, usually to change the layout.
 *
 * @param at time since the start of the run
 * @param method HTTP method
 * @param url where the request is sent
 * @param body JSON; empty for none
 */
public record ControlRequest(Duration at, String method, URI url, String body) {

    /**
     * Returns the HTTP request.
     *
     * @param headers headers in addition to the content type
     * @throws IllegalArgumentException if the method, the URL or a header is invalid
     */
    public HttpRequest toHttpRequest(Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(ControlClient.TIMEOUT)
                .method(method, BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        headers.forEach(request::setHeader);
        return request.build();
    }

    /** Returns method, URL and body in one line. */
    String text() {
        return "%s %s %s".formatted(method, url, body).strip();
    }
}
