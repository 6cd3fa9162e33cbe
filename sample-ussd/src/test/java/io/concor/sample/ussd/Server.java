package io.concor.sample.ussd;

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
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls the server as its clients and its operator do. */
final class Server {

    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final String url;
    private final String[] credentials;

    Server(int port) {
        this(port, new String[0]);
    }

    private Server(int port, String[] credentials) {
        this.url = "http://127.0.0.1:" + port;
        this.credentials = credentials;
    }

    static Server as(String user, String password, int port) {
        String pair = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        return new Server(port, new String[] {"Authorization", "Basic " + pair});
    }

    HttpResponse<String> send(String session, String text) {
        return send(session, "94771234567", text);
    }

    HttpResponse<String> send(String session, String msisdn, String text) {
        return sendBody(JSON.writeValueAsBytes(new UssdRequest(session, msisdn, text)));
    }

    HttpResponse<String> sendBody(byte[] body) {
        return call("POST", "/ussd", "application/json", BodyPublishers.ofByteArray(body));
    }

    HttpResponse<String> get(String path) {
        return call("GET", path, "application/json", BodyPublishers.noBody());
    }

    HttpResponse<String> post(String path, String body) {
        return call("POST", path, "application/json", BodyPublishers.ofString(body));
    }

    HttpResponse<String> delete(String path) {
        return call("DELETE", path, "application/json", BodyPublishers.noBody());
    }

    HttpResponse<String> call(String method, String path, String contentType, BodyPublisher body) {
        return call(method, path, body, "Content-Type", contentType);
    }

    HttpResponse<String> call(String method, String path, BodyPublisher body, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + path)).method(method, body);
        return call(Stream.of(credentials, headers)
                .filter(pairs -> pairs.length > 0)
                .reduce(request, HttpRequest.Builder::headers, (one, other) -> one)
                .build());
    }

    private HttpResponse<String> call(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }
}
