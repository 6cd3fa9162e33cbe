package io.concor.queueserver;

import static io.concor.sample.HttpCaller.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.layout.FlowSummary;
import io.concor.manage.Manager;
import io.concor.sample.HttpCaller;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What is wrong is answered with a problem that says what, and no more. */
class RefusedRequestsTest {

    private static final int THREADS = 10;
    private static final String UNFINISHED = """
        POST /queues/q/messages HTTP/1.1\r
        Host: localhost\r
        Authorization: Basic YWxpY2U6YWxpY2UtbWF5LXNlbmQ=\r
        Content-Type: application/json\r
        Content-Length: 100\r
        \r
        {"content":""";

    private static RunningServer server;
    private static TestClient alice;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = RunningServer.start(TestStore.SQLITE.settings(folder), "--server.tomcat.threads.max=" + THREADS);
        alice = server.alice();
        alice.register();
        alice.create("q");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        POST   | /queues                                | {                                  | 400 | body
        POST   | /queues                                | []                                 | 400 | body
        POST   | /queues                                | {}                                 | 400 | name
        POST   | /queues                                | {"name":1}                         | 400 | name
        POST   | /queues                                | {"name":"a","name":"b"}            | 400 | body
        POST   | /queues                                | {"name":"a"} {}                    | 400 | body
        POST   | /queues                                | {"name":"a","size":"1"}            | 400 | size
        POST   | /queues                                | {"name":""}                        | 400 | none
        POST   | /queues                                | {"name":"a/b"}                     | 400 | name
        POST   | /queues                                | {"name":".."}                      | 400 | name
        POST   | /queues/q/messages                     | {"content":"c","id":"50%"}         | 400 | id
        POST   | /queues/q/messages                     | {"to":"bob"}                       | 400 | content
        POST   | /queues/q/messages                     | {"content":"c","delay":"5"}        | 400 | delay
        POST   | /queues/q/messages                     | {"content":"c","delay":"-1s"}      | 400 | none
        POST   | /queues/q/messages                     | {"content":"c","delay":"90d"}      | 400 | none
        POST   | /queues/q/messages                     | {"content":"c","to":"stranger"}    | 404 | none
        POST   | /queues/none/messages                  | {"content":"c"}                    | 404 | none
        POST   | /queues/q/messages/receive?wait=61s    | none                               | 400 | wait
        POST   | /queues/q/messages/receive?wait=-1s    | none                               | 400 | wait
        POST   | /queues/q/messages/receive?wait=soon   | none                               | 400 | wait
        POST   | /queues/q/messages/receive?wait=       | none                               | 400 | wait
        POST   | /queues/q/messages/receive?wait=1s&wait=2s | none                           | 400 | wait
        POST   | /queues/q/messages/receive?ack=maybe   | none                               | 400 | ack
        POST   | /queues/q/messages/receive?lease=30s   | none                               | 400 | lease
        POST   | /queues/q/messages/receive?ack=explicit&lease=1d | none                     | 400 | none
        POST   | /queues/q/messages/receive?now=true    | none                               | 400 | now
        POST   | /queues/q/messages/receive?from=%ff%21 | none                               | 400 | query
        POST   | /queues/none/messages/receive?wait=1s  | none                               | 404 | none
        POST   | /queues/q/messages/receive?from=other  | none                               | 404 | none
        GET    | /queues/none/messages/peek             | none                               | 404 | none
        GET    | /queues?waiting=alice                  | none                               | 400 | waiting
        GET    | /queues?limit=0                        | none                               | 400 | limit
        GET    | /queues?limit=1001                     | none                               | 400 | limit
        DELETE | /queues/q/messages/1                   | none                               | 400 | receipt
        DELETE | /queues/q?force=perhaps                | none                               | 400 | force
        DELETE | /queues/none                           | none                               | 404 | none
        GET    | /queues/q/elsewhere                    | none                               | 404 | none
        PUT    | /queues                                | {}                                 | 405 | none
        """)
    void isAProblem(String method, String path, String body, int status, String field) {
        HttpResponse<String> answer =
                alice.http().call(method, path, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));

        assertProblem(answer, status);
        if (field != null) {
            assertThat(json(answer).path("field").stringValue()).isEqualTo(field);
        }
    }

    private static void assertProblem(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(json(answer).path("status").intValue()).isEqualTo(status);
        assertThat(answer.body()).doesNotContain("Exception", "\\tat ", "io.concor", "trace", "jdbc");
    }

    /** Otherwise clients could make the flow look as if it failed. */
    @Test
    void isNoErrorOfTheFlow() {
        FlowSummary before = flow();

        assertProblem(alice.http().post("/queues", "{"), 400);
        assertProblem(server.operator().get("/queues"), 403);
        assertProblem(alice.send("none", "c"), 404);
        assertProblem(alice.end("q", "1", "1-1"), 409);

        await().until(() -> flow().completed() == before.completed() + 4);
        assertThat(flow().failed()).isEqualTo(before.failed());
        assertThat(flow().recovered()).isEqualTo(before.recovered());
    }

    private static FlowSummary flow() {
        return server.bean(Manager.class).flow("queue-server").summary();
    }

    @Test
    void saysHowLongAContentMayBe() {
        assertThat(alice.send("q", "x".repeat(2_000)).statusCode()).isEqualTo(201);

        HttpResponse<String> answer = alice.send("q", "x".repeat(2_001));
        assertProblem(answer, 413);
        assertThat(answer.body()).contains("2001", "2000");
    }

    @Test
    void countsCharactersAndNotTheirEscapes() {
        String escaped = "\\uD83D\\uDE00".repeat(2_000);

        assertThat(alice.http()
                        .post("/queues/q/messages", "{\"content\":\"" + escaped + "\"}")
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void readsNoBodyThatIsTooLarge() {
        assertProblem(alice.http().post("/queues/q/messages", new byte[100_000]), 413);
    }

    @Test
    void servesOthersWhileTheBodiesOfAClientDoNotCome() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 2 * THREADS; i++) {
                slow.add(new Socket("127.0.0.1", server.port()));
                slow.get(i).getOutputStream().write(UNFINISHED.getBytes(StandardCharsets.US_ASCII));
            }

            assertThat(server.carol().register().statusCode()).isEqualTo(201);
            assertThat(server.carol().send("q", "served").statusCode()).isEqualTo(201);
            for (Socket socket : slow) {
                assertThat(socket.getInputStream().available())
                        .as("its body is on its way")
                        .isZero();
            }
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void acceptsOnlyJson() {
        assertProblem(
                alice.http()
                        .call(
                                "POST",
                                "/queues/q/messages",
                                BodyPublishers.ofString("content=c"),
                                "Content-Type",
                                "application/x-www-form-urlencoded"),
                415);
    }

    @Test
    void limitsTheReceivesOfAClientThatWait(@TempDir Path folder) throws Exception {
        try (RunningServer narrow = RunningServer.start(
                TestStore.SQLITE.settings(folder), "--concor.queue-server.max-waiting-per-client=1")) {
            TestClient bob = narrow.bob();
            bob.register();
            bob.create("q");
            bob.receiveLater("q", "?wait=20s");
            narrow.awaitWaiting(1);
            HttpResponse<String> refused = bob.receive("q", "?wait=20s");

            assertProblem(refused, 503);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(bob.receive("q").statusCode()).as("without waiting").isEqualTo(204);
        }
    }

    @Test
    void keepsClientsAndOperatorsApart() {
        assertProblem(server.operator().get("/queues"), 403);
        assertThat(alice.http().get("/actuator/concorclientqueues").statusCode())
                .isEqualTo(403);
        assertThat(alice.http().get("/actuator/prometheus").statusCode()).isEqualTo(403);
        assertThat(alice.http().get("/actuator/concorconsole/").statusCode()).isEqualTo(403);
        assertThat(alice.http()
                        .post("/actuator/concorclientqueues/q", "{\"action\":\"purge\"}")
                        .statusCode())
                .isEqualTo(403);
        assertThat(server.operator().get("/actuator/concorclientqueues").statusCode())
                .isEqualTo(200);
    }

    @Test
    void asksWhoCalls() {
        HttpResponse<String> answer = server.anonymous().get("/queues");

        assertProblem(answer, 401);
        assertThat(answer.headers().firstValue("WWW-Authenticate"))
                .hasValueSatisfying(challenge -> assertThat(challenge).startsWith("Basic"));
        assertProblem(server.client("alice", "alice-may-lie").http().get("/queues"), 401);
        assertProblem(server.client("mallory", "alice-may-send").http().get("/queues"), 401);
        assertProblem(server.anonymous().get("/no/such/path"), 401);
        assertProblem(server.anonymous().get("/v3/api-docs"), 401);
        assertThat(server.anonymous().get("/actuator/concorclientqueues").statusCode())
                .isEqualTo(401);
        assertThat(server.anonymous().get("/actuator/health").statusCode()).isEqualTo(200);
    }

    @Test
    void checksNoPasswordOfACallerAfterTenWrongOnes() {
        TestClient guesser = server.client("bob", "bob-may-guess-1");
        IntStream.range(0, 10).forEach(any -> assertProblem(guesser.http().get("/queues"), 401));

        HttpResponse<String> refused = server.bob().http().get("/queues");
        assertProblem(refused, 429);
        assertThat(Integer.parseInt(refused.headers().firstValue("Retry-After").orElseThrow()))
                .isBetween(1, 60);
        assertThat(alice.http().get("/queues").statusCode()).isEqualTo(200);
    }

    @Test
    void servesAClientWhoseNameOthersGuessWith() {
        assertThat(alice.http().get("/queues").statusCode()).isEqualTo(200);
        TestClient guesser = server.client("alice", "alice-may-guess");
        IntStream.range(0, 11).forEach(any -> assertProblem(guesser.http().get("/queues"), 401));

        assertThat(alice.http().get("/queues").statusCode()).isEqualTo(200);
    }

    @Test
    void keepsNoNameThatNoClientCanHave() {
        TestClient guesser = server.client("a".repeat(256), "any-password-will-do");

        IntStream.range(0, 11).forEach(any -> assertProblem(guesser.http().get("/queues"), 401));
    }

    @Test
    void refusesPagesOfBrowsers() {
        assertProblem(
                alice.http()
                        .call(
                                "POST",
                                "/queues/q/messages/receive",
                                BodyPublishers.noBody(),
                                "Origin",
                                "https://example.com"),
                403);
    }

    @Test
    void opensNoSession() {
        HttpResponse<String> answer = alice.http().get("/queues");

        assertThat(answer.headers().allValues("Set-Cookie")).isEmpty();
        assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
    }

    @Test
    void describesItsCalls() {
        HttpResponse<String> description = alice.http().get("/v3/api-docs");

        assertThat(description.statusCode()).isEqualTo(200);
        assertThat(json(description).path("paths").propertyNames())
                .containsExactlyInAnyOrder(
                        "/queues",
                        "/queues/clients",
                        "/queues/clients/me",
                        "/queues/{queue}",
                        "/queues/{queue}/messages",
                        "/queues/{queue}/messages/receive",
                        "/queues/{queue}/messages/peek",
                        "/queues/{queue}/messages/{message}");
        assertThat(json(description).at("/info/title").stringValue()).isEqualTo("Message queues for clients");
        assertThat(json(description).at("/components/securitySchemes").propertyNames())
                .containsExactlyInAnyOrder("password", "token");
        assertThat(json(description)
                        .at("/paths/~1queues~1{queue}~1messages~1receive/post/parameters")
                        .valueStream()
                        .map(parameter -> parameter.path("name").stringValue()))
                .contains("from", "wait", "ack", "lease");
        assertThat(json(description)
                        .at("/paths/~1queues~1{queue}~1messages~1receive/post/responses/200/content/application~1json"
                                + "/schema/$ref")
                        .stringValue())
                .endsWith("/Message");
        JsonNode create = json(description).at("/paths/~1queues/post");
        assertThat(create.at("/responses/201/content/application~1json/schema/$ref")
                        .stringValue())
                .endsWith("/Named");
        assertThat(create.at("/responses").propertyNames()).contains("200", "201");
        assertThat(create.at("/requestBody/content/application~1json/schema/$ref")
                        .stringValue())
                .endsWith("/NewQueue");
    }

    @Test
    void showsWhereRequestsSpendTheirTime() {
        HttpCaller operator = server.operator();
        alice.send("q", Map.of("content", "measured"));

        assertThat(operator.get("/actuator/concorstats/queue-server").body()).contains("parse", "store", "answer");
        assertThat(operator.get("/actuator/concor/queue-server").body()).contains("\"kind\":\"batch\"");
        assertThat(operator.get("/actuator/prometheus").body())
                .contains(
                        "concor_queueserver_waiting 0.0",
                        "concor_slot_wait_seconds_count{flow=\"queue-server\",slot=\"store\"}",
                        "kind=\"batch\",task=\"store\"");
    }
}
