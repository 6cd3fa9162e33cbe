package io.concor.queueserver;

import static io.concor.sample.HttpCaller.json;
import static io.concor.sample.HttpCaller.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.concor.manage.Manager;
import io.concor.sample.HttpCaller;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProductionTest {

    @TempDir
    private static Path folder;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.start(List.of(
                "--spring.profiles.active=production",
                "--concor.queues.location=" + folder.resolve("queues.db"),
                "--management.server.port=0",
                "--OPERATOR_PASSWORD=may-read-and-change"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void hasItsPresetItsClientsAndAPortForOperators() {
        TestClient carol = server.carol();
        HttpCaller operator = server.management("operator", "may-read-and-change");

        assertThat(server.bean(Manager.class)
                        .flow("queue-server")
                        .layout()
                        .slots()
                        .get("store")
                        .threads())
                .isEqualTo(16);
        assertThat(carol.register().statusCode()).isEqualTo(201);
        assertThat(carol.http().get("/actuator/health").statusCode()).isEqualTo(404);
        assertThat(server.alice().http().get("/queues").statusCode())
                .as("a client of the tour")
                .isEqualTo(401);
        assertThat(operator.get("/actuator/concorclientqueues").statusCode()).isEqualTo(200);
        assertThat(server.management("carol", "carol-may-listen")
                        .get("/actuator/concorclientqueues")
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void tellsClientsBehindAProxyApart() {
        HttpCaller guesser = server.client("carol", "carol-may-guess-1").http();
        IntStream.range(0, 10)
                .forEach(any -> assertThat(status(guesser, "203.0.113.7")).isEqualTo(401));

        HttpCaller carol = server.carol().http();
        assertThat(status(carol, "203.0.113.7")).isEqualTo(429);
        assertThat(status(carol, "203.0.113.8")).isIn(200, 404);
    }

    private static int status(HttpCaller caller, String address) {
        return caller.call("GET", "/queues", BodyPublishers.noBody(), "X-Forwarded-For", address)
                .statusCode();
    }

    @Test
    void isRetunedWhileItRuns() throws Exception {
        try (RunningServer tour = RunningServer.start(TestStore.SQLITE.settings(folder))) {
            TestClient alice = tour.alice();
            alice.register();
            HttpCaller operator = tour.operator();

            assertThat(operator.post("/actuator/concorslots/queue-server/store", "{\"threads\":7}")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(operator.call("POST", "/actuator/concorpresets/queue-server/small/apply")
                            .statusCode())
                    .isEqualTo(200);

            assertThat(json(operator.get("/actuator/concor/queue-server"))
                            .at("/stages/1/threads")
                            .intValue())
                    .isEqualTo(2);
            assertThat(text(alice.create("orders"), "name")).isEqualTo("orders");
        }
    }
}
