package io.concor.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class CallbackReceiverTest {

    private final HttpClient client =
            HttpClient.newBuilder().version(Version.HTTP_1_1).build();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"own, arrival at the simulator's own receiver", "wiremock, arrival at WireMock inside the simulator"})
    void completesARequestWhenTheServiceCallsBack(String receiver, String completedBy) throws IOException {
        int port = freePort();
        try (FixedRateServer server = new FixedRateServer(1000).onRequest(body -> call(port, body))) {
            SimulatorRun run = run(server, port, "--receiver=" + receiver, "--body={\"text\":\"sim-{{id}}\"}");
            assertThat(totals(run).get("completed").asInt()).isEqualTo(40);
            assertThat(run.result().get("completedBy").asString()).isEqualTo(completedBy);
        }
    }

    @Test
    void isNotCompletedByAResponse() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000)) {
            SimulatorRun run = run(server, freePort(), "--body=sim-{{id}}", "--timeout=200ms");
            assertThat(totals(run).get("completed").asInt()).isZero();
            assertThat(run.result()
                            .get("account")
                            .get("failures")
                            .get("timeout")
                            .asInt())
                    .isEqualTo(40);
        }
    }

    @Test
    void releasesTheConnectionOfACompletedRequestWithoutResponse() throws IOException {
        int port = freePort();
        try (FixedRateServer server = new FixedRateServer(1000).silent().onRequest(body -> call(port, body))) {
            SimulatorRun run = SimulatorRun.constant(
                    folder,
                    server,
                    4,
                    1,
                    "--receive-on=" + port,
                    "--body=sim-{{id}}",
                    "--connections=1",
                    "--timeout=900ms");
            assertThat(totals(run).get("completed").asInt()).isGreaterThan(1);
        }
    }

    @Test
    void countsCallbacksThatBelongToNoRequest() throws IOException {
        int port = freePort();
        try (FixedRateServer server = new FixedRateServer(1000).onRequest(body -> call(port, body))) {
            SimulatorRun run = run(server, port, "--body=another-{{id}}", "--drain=2s");
            assertThat(totals(run).get("completed").asInt()).isZero();
            int unknown = totals(run).get("unknownArrivals").asInt();
            assertThat(unknown).isPositive();
            assertThat(run.output()).contains(unknown + " callbacks belonged to no request in flight.");
        }
    }

    @Test
    void findsAnIdInATelephoneNumber() throws IOException {
        int port = freePort();
        try (FixedRateServer server = new FixedRateServer(1000).onRequest(body -> call(port, body))) {
            SimulatorRun run = run(server, port, "--body=94{{id:9}}", "--received-id=94(\\d{9})");
            assertThat(totals(run).get("completed").asInt()).isEqualTo(40);
        }
    }

    @Test
    void answersACallbackAfterTheDelay() throws IOException {
        int port = freePort();
        Queue<Duration> answered = new ConcurrentLinkedQueue<>();
        try (FixedRateServer server = new FixedRateServer(1000).onRequest(body -> {
            long sent = System.nanoTime();
            call(port, body).thenRun(() -> answered.add(Duration.ofNanos(System.nanoTime() - sent)));
        })) {
            run(server, port, "--body=sim-{{id}}", "--answer-delay=200ms");
        }
        assertThat(answered).isNotEmpty().allMatch(time -> time.compareTo(Duration.ofMillis(199)) > 0);
    }

    @Test
    void rejectsAPortThatIsNotAvailable() throws IOException {
        try (ServerSocket taken = new ServerSocket(0);
                FixedRateServer server = new FixedRateServer(1000)) {
            SimulatorRun rejected = run(server, taken.getLocalPort(), "--body=sim-{{id}}");
            assertThat(rejected.exitCode()).isEqualTo(2);
            assertThat(rejected.output()).contains("--receive-on " + taken.getLocalPort() + " is not available");
        }
    }

    private SimulatorRun run(FixedRateServer server, int port, String... options) {
        String[] all = Arrays.copyOf(options, options.length + 1);
        all[options.length] = "--receive-on=" + port;
        return SimulatorRun.constant(folder, server, 40, 1, all);
    }

    private static JsonNode totals(SimulatorRun run) throws IOException {
        return run.result().get("account").get("totals");
    }

    private CompletableFuture<?> call(int port, String body) {
        HttpRequest call = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/received"))
                .POST(BodyPublishers.ofString(body))
                .build();
        return client.sendAsync(call, BodyHandlers.discarding());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
