package io.concor.autoconfigure.endpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls the endpoints as a client would. */
public final class Http {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final String base;

    public Http(int port) {
        this.base = "http://localhost:" + port + "/actuator";
    }

    /** A response; its body is missing if there is none or it is not JSON. */
    public record Answer(int status, String text) {

        public JsonNode json() {
            return JSON.readTree(text.isBlank() ? "{}" : text);
        }

        /** The value at a JSON pointer, as text. */
        public String at(String pointer) {
            return json().at(pointer).asString();
        }

        public String field(String name) {
            return json().path(name).asString("");
        }
    }

    public Answer get(String path) {
        return call("GET", path, null);
    }

    /** Asks for plain text. */
    public Answer getText(String path) {
        return call("GET", path, null, "text/plain");
    }

    public Answer post(String path, String body) {
        return call("POST", path, body);
    }

    public Answer delete(String path) {
        return call("DELETE", path, null);
    }

    public Answer call(String method, String path, @Nullable String body) {
        return call(method, path, body, "*/*");
    }

    public Answer call(String method, String path, @Nullable String body, String accept) {
        return call(method, path, body, accept, "application/json");
    }

    /** Calls without a content type if it is empty. */
    public Answer call(String method, String path, @Nullable String body, String accept, String contentType) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(path.isEmpty() ? base : base + "/" + path));
        if (!contentType.isEmpty()) {
            request.header("Content-Type", contentType);
        }
        request.header("Accept", accept)
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        try {
            HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
