package io.concor.queueserver;

import static io.concor.sample.HttpCaller.json;
import static io.concor.sample.HttpCaller.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.manage.Manager;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class StoppedServerTest {

    private static final int WAITING = 20;

    @TempDir
    Path folder;

    @Test
    void answersTheReceivesThatWaitAndKeepsAllMessages() throws Exception {
        List<String> settings = TestStore.SQLITE.settings(folder);
        RunningServer server = RunningServer.start(settings);
        TestClient alice = server.alice();
        TestClient bob = server.bob();
        alice.register();
        bob.register();
        alice.create("orders");
        List<CompletableFuture<HttpResponse<String>>> waiting = IntStream.range(0, WAITING)
                .mapToObj(any -> bob.receiveLater("orders", "?wait=60s"))
                .toList();
        server.awaitWaiting(WAITING);
        alice.create("later");
        alice.send("later", "kept");

        long began = System.nanoTime();
        server.close();

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
        assertThat(waiting)
                .allSatisfy(each ->
                        assertThat(each.get(1, TimeUnit.SECONDS).statusCode()).isEqualTo(204));
        try (RunningServer again = RunningServer.start(settings)) {
            assertThat(text(again.bob().receive("later"), "content")).isEqualTo("kept");
        }
    }

    @Test
    void letsRequestsInWorkEnd() throws Exception {
        RunningServer server = RunningServer.start(
                new Class<?>[] {QueueServerApplication.class, HeldQueues.class}, TestStore.SQLITE.settings(folder));
        HeldQueues held = server.bean(HeldQueues.class);
        TestClient alice = server.alice();
        alice.register();
        alice.create("orders");
        CompletableFuture<HttpResponse<String>> sent =
                alice.http().postLater("/queues/orders/messages", "{\"content\":\"c\"}");
        held.awaitSending();

        CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::close);
        await("no further requests").until(() -> refuses(alice));
        held.release();

        assertThat(sent.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
        stopped.get(20, TimeUnit.SECONDS);
    }

    /** Returns whether the connection is closed, or the request refused. */
    private static boolean refuses(TestClient client) {
        HttpResponse<String> answer;
        try {
            answer = client.http().get("/queues");
        } catch (UncheckedIOException closed) {
            return true;
        }
        if (answer.statusCode() == 200) {
            return false;
        }
        assertRefused(answer, 503);
        return true;
    }

    private static void assertRefused(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(json(answer).path("status").intValue()).isEqualTo(status);
    }

    @Test
    @Tag("full")
    void refusesARequestThatComesAtTheMomentOfItsStop() throws Exception {
        try (RunningServer server = RunningServer.start(
                new Class<?>[] {QueueServerApplication.class, StoppingWebServer.class},
                TestStore.SQLITE.settings(folder))) {
            HttpResponse<String> refused = server.alice()
                    .http()
                    .call("GET", "/queues", BodyPublishers.noBody(), StoppingWebServer.HEADER, "stop");

            assertRefused(refused, 503);
        }
    }

    /** Stops to accept requests as it reads one, and goes on with that as it does with a request whose header it has not read any more. */
    static class StoppingWebServer {

        private static final String HEADER = "X-Test";

        @Bean
        WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> stopsAtARequest() {
            return factory -> factory.addEngineValves(new ValveBase(true) {

                @Override
                public void invoke(Request request, Response response) throws IOException, ServletException {
                    if (request.getHeader(HEADER) != null) {
                        request.getConnector().pause();
                        response.getCoyoteResponse().setStatus(400);
                        response.getCoyoteResponse().setError();
                    }
                    getNext().invoke(request, response);
                }
            });
        }
    }

    @Test
    void refusesWhatTheFlowDoesNotAdmit() throws Exception {
        try (RunningServer server = RunningServer.start(
                new Class<?>[] {QueueServerApplication.class, HeldQueues.class},
                TestStore.SQLITE.settings(folder),
                "--concor.flows.queue-server.max-in-flight=2")) {
            HeldQueues held = server.bean(HeldQueues.class);
            TestClient alice = server.alice();
            alice.register();
            alice.create("orders");
            CompletableFuture<HttpResponse<String>> sent =
                    alice.http().postLater("/queues/orders/messages", "{\"content\":\"c\"}");
            held.awaitSending();

            HttpResponse<String> refused = alice.http().get("/queues");
            assertRefused(refused, 429);
            assertThat(text(refused, "detail")).contains("'alice'", "max-requests-per-client");
            TestClient bob = server.bob();
            assertThat(bob.register().statusCode()).as("another client").isEqualTo(201);
            CompletableFuture<HttpResponse<String>> second =
                    bob.http().postLater("/queues/orders/messages", "{\"content\":\"c\"}");
            await("a full flow")
                    .until(() -> server.bean(Manager.class).flow("queue-server").inFlight() == 2);
            assertRefused(server.carol().http().get("/queues"), 503);

            held.release();
            assertThat(second.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
            assertThat(sent.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
            assertThat(alice.queues("")).containsExactly("orders");
        }
    }

    /** What was stored is not thrown away because others in its batch have taken long. */
    @Test
    @Tag("full")
    void answersARequestHoweverLongTheStoreTakes() throws Exception {
        try (RunningServer server = RunningServer.start(
                new Class<?>[] {QueueServerApplication.class, HeldQueues.class}, TestStore.SQLITE.settings(folder))) {
            HeldQueues held = server.bean(HeldQueues.class);
            TestClient alice = server.alice();
            alice.register();
            alice.create("orders");
            CompletableFuture<HttpResponse<String>> sent =
                    alice.http().postLater("/queues/orders/messages", "{\"content\":\"c\"}");
            held.awaitSending();
            long began = System.nanoTime();
            await("longer than a request may wait for the store")
                    .atMost(Duration.ofMinutes(1))
                    .until(() ->
                            System.nanoTime() - began > Duration.ofSeconds(21).toNanos());

            held.release();

            assertThat(sent.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
        }
    }
}
