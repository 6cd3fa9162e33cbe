package io.concor.queueserver;

import static io.concor.sample.HttpCaller.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.manage.Manager;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

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

    private static boolean refuses(TestClient client) {
        try {
            return client.http().get("/queues").statusCode() != 200;
        } catch (UncheckedIOException refused) {
            return true;
        }
    }

    @Test
    void refusesWhatTheFlowDoesNotAdmit() throws Exception {
        try (RunningServer server = RunningServer.start(
                new Class<?>[] {QueueServerApplication.class, HeldQueues.class},
                TestStore.SQLITE.settings(folder),
                "--concor.flows.queue-server.max-in-flight=2",
                "--concor.queue-server.max-requests-per-client=1")) {
            HeldQueues held = server.bean(HeldQueues.class);
            TestClient alice = server.alice();
            alice.register();
            alice.create("orders");
            CompletableFuture<HttpResponse<String>> sent =
                    alice.http().postLater("/queues/orders/messages", "{\"content\":\"c\"}");
            held.awaitSending();

            assertThat(refused(alice)).contains("max-requests-per-client");
            TestClient bob = server.bob();
            assertThat(bob.register().statusCode()).as("another client").isEqualTo(201);
            CompletableFuture<HttpResponse<String>> second =
                    bob.http().postLater("/queues/orders/messages", "{\"content\":\"c\"}");
            await("a full flow")
                    .until(() -> server.bean(Manager.class).flow("queue-server").inFlight() == 2);
            assertThat(refused(server.carol())).contains("Try again later");

            held.release();
            assertThat(second.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
            assertThat(sent.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
            assertThat(alice.queues("")).containsExactly("orders");
        }
    }

    private static String refused(TestClient client) {
        HttpResponse<String> refused = client.http().get("/queues");
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        return refused.body();
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
