package io.concor.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls an application by HTTP. Thread-safe. */
public class HttpCaller {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String[] NO_HEADERS = {};
    private static final String[] JSON_CONTENT = {"Content-Type", "application/json"};

    private final HttpClient client = HttpClient.newHttpClient();
    private final String url;
    private final String[] credentials;

    public HttpCaller(int port) {
        this(port, NO_HEADERS);
    }

    private HttpCaller(int port, String[] credentials) {
        this.url = "http://127.0.0.1:" + port;
        this.credentials = credentials;
    }

    public static HttpCaller as(String user, String password, int port) {
        String pair = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        return new HttpCaller(port, new String[] {"Authorization", "Basic " + pair});
    }

    public final HttpResponse<String> get(String path) {
        return call("GET", path, BodyPublishers.noBody());
    }

    public final HttpResponse<String> post(String path, String body) {
        return post(path, body.getBytes(StandardCharsets.UTF_8));
    }

    public final HttpResponse<String> post(String path, byte[] body) {
        return call("POST", path, BodyPublishers.ofByteArray(body));
    }

    public final CompletableFuture<HttpResponse<String>> postLater(String path, String body) {
        return client.sendAsync(
                request("POST", path, BodyPublishers.ofString(body), JSON_CONTENT), BodyHandlers.ofString());
    }

    public final HttpResponse<String> delete(String path) {
        return call("DELETE", path, BodyPublishers.noBody());
    }

    /** Sends no body. */
    public final HttpResponse<String> call(String method, String path) {
        return call(method, path, BodyPublishers.noBody(), NO_HEADERS);
    }

    /** Sends a body that is declared as JSON. */
    public final HttpResponse<String> call(String method, String path, BodyPublisher body) {
        return call(method, path, body, JSON_CONTENT);
    }

    /** Sends these headers, as names and values in turn, and the credentials. */
    public final HttpResponse<String> call(String method, String path, BodyPublisher body, String... headers) {
        try {
            return client.send(request(method, path, body, headers), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpRequest request(String method, String path, BodyPublisher body, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + path)).method(method, body);
        return Stream.of(credentials, headers)
                .filter(pairs -> pairs.length > 0)
                .reduce(request, HttpRequest.Builder::headers, (one, other) -> one)
                .build();
    }

    public static JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    public static String text(HttpResponse<String> response, String field) {
        return json(response).path(field).stringValue();
    }
}
