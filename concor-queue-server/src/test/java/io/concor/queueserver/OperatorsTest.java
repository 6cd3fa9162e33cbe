package io.concor.queueserver;

import static io.concor.sample.HttpCaller.json;
import static io.concor.sample.HttpCaller.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.concor.sample.HttpCaller;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class OperatorsTest {

    private static final String QUEUES = "/actuator/concorclientqueues";

    @TempDir
    Path folder;

    @Test
    void seeQueuesAndClientsAndNoContent() throws Exception {
        try (RunningServer server = RunningServer.start(TestStore.SQLITE.settings(folder))) {
            fill(server);
            HttpCaller operator = server.operator();

            JsonNode all = json(operator.get(QUEUES));
            assertThat(all.path("clientCount").intValue()).isEqualTo(2);
            assertThat(all.path("clients").valueStream().map(JsonNode::stringValue))
                    .containsExactly("alice", "bob");
            JsonNode queue = json(operator.get(QUEUES + "/orders"));
            assertThat(all.path("queues").get(0)).isEqualTo(queue);
            assertThat(queue.path("depth").intValue()).isEqualTo(3);
            assertThat(queue.path("leased").intValue()).isOne();
            assertThat(queue.path("createdBy").stringValue()).isEqualTo("alice");
            assertThat(queue.path("oldestSeconds").intValue()).isBetween(0, 60);
            JsonNode messages = json(operator.get(QUEUES + "/orders/messages?limit=2"));
            assertThat(messages.path("messages").size()).isEqualTo(2);
            assertThat(messages.toString()).contains("\"length\":5").doesNotContain("hello", "\"content\"");
            assertThat(json(operator.get(QUEUES + "/orders/messages?after=" + messages.path("next")))
                            .path("messages")
                            .size())
                    .isOne();
        }
    }

    @Test
    void seeContentsWhereThatIsConfiguredAndPurgeAndRequeue() throws Exception {
        try (RunningServer server =
                RunningServer.start(TestStore.SQLITE.settings(folder), "--concor.queues.show-messages=true")) {
            fill(server);
            HttpCaller operator = server.operator();
            assertThat(operator.get(QUEUES + "/orders/messages").body()).contains("hello");

            HttpResponse<String> given =
                    operator.post(QUEUES + "/orders", "{\"action\":\"requeue\",\"client\":\"bob\"}");
            assertThat(json(given).path("affected").intValue()).isOne();
            assertThat(text(server.bob().receive("orders"), "content")).isEqualTo("hello");

            HttpResponse<String> purged =
                    operator.post(QUEUES + "/orders", "{\"action\":\"purge\",\"reason\":\"test\"}");
            assertThat(json(purged).path("affected").intValue()).isEqualTo(2);
            assertThat(server.bob().receive("orders").statusCode()).isEqualTo(204);
        }
    }

    @Test
    void areToldWhatIsWrong() throws Exception {
        try (RunningServer server = RunningServer.start(TestStore.SQLITE.settings(folder))) {
            fill(server);
            HttpCaller operator = server.operator();

            assertThat(operator.get("/actuator/concorconnections").statusCode())
                    .as("a SQLite file has no connections to change")
                    .isEqualTo(404);
            assertThat(operator.get(QUEUES + "/none").statusCode()).isEqualTo(404);
            assertThat(operator.get(QUEUES + "/orders/none").statusCode()).isEqualTo(404);
            assertThat(operator.get(QUEUES + "?limit=101").statusCode()).isEqualTo(400);
            for (String body : List.of(
                    "{}",
                    "{\"action\":\"burn\"}",
                    "{\"action\":\"purge\",\"client\":\"bob\"}",
                    "{\"action\":\"requeue\",\"olderThan\":\"1m\"}",
                    "{\"action\":\"purge\",\"olderThan\":\"soon\"}",
                    "{\"action\":\"purge\",\"surprise\":\"1\"}")) {
                assertThat(operator.post(QUEUES + "/orders", body).statusCode())
                        .as(body)
                        .isEqualTo(400);
            }
        }
    }

    @Test
    void onlyReadWhereThatIsConfigured() throws Exception {
        try (RunningServer server = RunningServer.start(
                TestStore.SQLITE.settings(folder), "--management.endpoint.concorclientqueues.access=read-only")) {
            fill(server);

            assertThat(server.operator()
                            .post(QUEUES + "/orders", "{\"action\":\"purge\"}")
                            .statusCode())
                    .isEqualTo(405);
        }
    }

    private static void fill(RunningServer server) {
        TestClient alice = server.alice();
        alice.register();
        server.bob().register();
        alice.create("orders");
        alice.send("orders", "hello");
        alice.send("orders", "hello");
        alice.send("orders", "hello");
        server.bob().receive("orders", "?ack=explicit&lease=5m");
    }
}
