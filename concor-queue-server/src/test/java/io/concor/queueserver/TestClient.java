package io.concor.queueserver;

import io.concor.sample.HttpCaller;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A client of a server.
 *
 * @param name its name
 */
record TestClient(String name, HttpCaller http) {

    private static final JsonMapper JSON = new JsonMapper();

    HttpResponse<String> register() {
        return http.call("POST", "/queues/clients");
    }

    HttpResponse<String> leave() {
        return http.delete("/queues/clients/me");
    }

    HttpResponse<String> create(String queue) {
        return http.post("/queues", JSON.writeValueAsString(Map.of("name", queue)));
    }

    HttpResponse<String> send(String queue, Map<String, String> message) {
        return http.post("/queues/" + queue + "/messages", JSON.writeValueAsString(message));
    }

    HttpResponse<String> send(String queue, String content) {
        return send(queue, Map.of("content", content));
    }

    HttpResponse<String> sendTo(String to, String queue, String content) {
        return send(queue, Map.of("content", content, "to", to));
    }

    HttpResponse<String> receive(String queue) {
        return receive(queue, "");
    }

    /** @param query such as {@code ?wait=5s} */
    HttpResponse<String> receive(String queue, String query) {
        return http.call("POST", "/queues/" + queue + "/messages/receive" + query);
    }

    CompletableFuture<HttpResponse<String>> receiveLater(String queue, String query) {
        return http.postLater("/queues/" + queue + "/messages/receive" + query, "");
    }

    HttpResponse<String> peek(String queue) {
        return http.get("/queues/" + queue + "/messages/peek");
    }

    HttpResponse<String> end(String queue, String id, String receipt) {
        return http.call(
                "DELETE", "/queues/" + queue + "/messages/" + id + "?receipt=" + receipt, BodyPublishers.noBody());
    }

    List<String> queues(String query) {
        JsonNode names = HttpCaller.json(http.get("/queues" + query)).path("queues");
        return names.valueStream().map(JsonNode::stringValue).toList();
    }
}
