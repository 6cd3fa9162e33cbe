package io.concor.sample.moneytracker;

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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls the money tracker as its clients and its operator do. */
final class Tracker {

    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final String url;
    private final Optional<String> authorization;

    Tracker(int port) {
        this(port, Optional.empty());
    }

    private Tracker(int port, Optional<String> authorization) {
        this.url = "http://127.0.0.1:" + port;
        this.authorization = authorization;
    }

    static Tracker as(String user, String password, int port) {
        String pair = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        return new Tracker(port, Optional.of("Basic " + pair));
    }

    HttpResponse<String> book(String id, String type, String account, String amount) {
        return post("/transactions", Messages.message(id, type, account, null, amount));
    }

    HttpResponse<String> transfer(String id, String account, String counterAccount, String amount) {
        return post("/transactions", Messages.message(id, "transfer", account, counterAccount, amount));
    }

    CompletableFuture<HttpResponse<String>> bookLater(String id, String type, String account, String amount) {
        String message = Messages.message(id, type, account, null, amount);
        return client.sendAsync(post("/transactions", "application/json", message), BodyHandlers.ofString());
    }

    String balance(String account) {
        return json(get("/accounts/" + account)).path("balance").stringValue();
    }

    HttpResponse<String> get(String path) {
        return call(request(path).build());
    }

    HttpResponse<String> post(String path, String body) {
        return call(post(path, "application/json", body));
    }

    HttpRequest post(String path, String contentType, String body) {
        return request(path)
                .POST(BodyPublishers.ofString(body))
                .header("Content-Type", contentType)
                .build();
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path));
        authorization.ifPresent(value -> request.header("Authorization", value));
        return request;
    }

    HttpResponse<String> call(String method, String path, BodyPublisher body, String... headers) {
        return call(request(path).method(method, body).headers(headers).build());
    }

    HttpResponse<String> call(HttpRequest request) {
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

    static String text(HttpResponse<String> response, String field) {
        return json(response).path(field).stringValue();
    }
}
