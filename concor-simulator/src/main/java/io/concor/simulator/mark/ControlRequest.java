package io.concor.simulator.mark;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;

/**
 * A request to be sent once beside the load, usually one that changes the layout.
 *
 * @param at when, from the start of the run
 * @param method HTTP method
 * @param url where to
 * @param body JSON; empty for none
 */
public record ControlRequest(Duration at, String method, URI url, String body) {

    /**
     * The request itself.
     *
     * @param headers beside the content type
     * @throws IllegalArgumentException if it cannot be sent, whatever the service does
     */
    public HttpRequest request(Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(ControlClient.PATIENCE)
                .method(method, BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        headers.forEach(request::setHeader);
        return request.build();
    }

    /** Method, URL and body on a line. */
    String text() {
        return "%s %s %s".formatted(method, url, body).strip();
    }
}
