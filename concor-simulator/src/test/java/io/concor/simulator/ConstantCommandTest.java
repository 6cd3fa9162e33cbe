package io.concor.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ConstantCommandTest {

    private final List<String> bodies = new CopyOnWriteArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void countsTheWaitOfRequestsDueWhileTheServerPaused() throws IOException {
        try (FixedRateServer server = new FixedRateServer(20_000).stalling(1000, 1000)) {
            SimulatorRun run = constant(server, 300, 3, "--connections=4");
            JsonNode account = run.result().get("account");
            assertThat(account.get("totals").get("completed").asInt()).isEqualTo(900);
            // A third of the requests were due in the pause and waited half a second on average. A closed-loop
            // generator would have sent four of them.
            assertThat(account.get("latencies").get("p90Micros").asInt()).isGreaterThan(400_000);
            assertThat(account.get("latencies").get("maxMicros").asInt()).isGreaterThan(900_000);
        }
    }

    @Test
    void countsRequestsBeyondTheLimitAsNotSent() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000).silent()) {
            SimulatorRun run = constant(server, 100, 1, "--in-flight=10", "--drain=0s");
            JsonNode totals = run.result().get("account").get("totals");
            assertThat(totals.get("issued").asInt()).isEqualTo(10);
            assertThat(totals.get("notSent").asInt()).isEqualTo(90);
            assertThat(run.result().get("maxInFlight").asInt()).isEqualTo(10);
            assertThat(totals.get("unfinished").asInt()).isEqualTo(10);
            assertThat(run.output()).contains("0 failed, 10 unfinished", "No latency: no request was completed");
        }
    }

    @Test
    void countsTimeoutsAsFailedAndSendsTheRestOnNewConnections() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000).silent().onRequest(bodies::add)) {
            SimulatorRun run = constant(server, 10, 2, "--connections=1", "--timeout=150ms", "--body={{counter}}");
            assertThat(failures(run).get("timeout").asInt()).isEqualTo(20);
            assertThat(bodies).hasSizeGreaterThan(1);
        }
    }

    @Test
    void countsFailuresByStatus() throws IOException {
        try (FixedRateServer server =
                new FixedRateServer(1000).respondingWithStatus(HttpResponseStatus.SERVICE_UNAVAILABLE)) {
            SimulatorRun run = constant(server, 50, 1);
            assertThat(failures(run).get("status 503").asInt()).isEqualTo(50);
            assertThat(run.output()).contains("50 failed {status 503=50}");
        }
    }

    @Test
    void countsFailedConnections() throws IOException {
        FixedRateServer server = new FixedRateServer(1000);
        server.close();
        assertThat(failures(constant(server, 50, 1))
                        .get("cannot connect: Connection refused")
                        .asInt())
                .isEqualTo(50);
    }

    @Test
    void distributesConnectionsAndRequestsToThreads() throws IOException {
        try (FixedRateServer server = new FixedRateServer(5000)) {
            SimulatorRun run = constant(server, 200, 1, "--connections=4", "--client-threads=2", "--spin");
            JsonNode totals = run.result().get("account").get("totals");
            assertThat(totals.get("completed").asInt()).isEqualTo(200);
            assertThat(server.connections()).isBetween(2, 4);
        }
    }

    @Test
    void rendersTheTemplate() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000).onRequest(bodies::add)) {
            constant(
                    server,
                    3,
                    1,
                    "--connections=1",
                    "--msisdns=1",
                    "--body={\"a\":\"{{msisdn}}\",\"n\":{{counter:4}}}");
            assertThat(bodies)
                    .isEqualTo(List.of(
                            "{\"a\":\"94770000000\",\"n\":0001}",
                            "{\"a\":\"94770000000\",\"n\":0002}",
                            "{\"a\":\"94770000000\",\"n\":0003}"));
        }
    }

    @Test
    void writesTables() throws IOException {
        try (FixedRateServer server = new FixedRateServer(5000)) {
            SimulatorRun run = constant(server, 200, 2);
            List<String> seconds = run.read("seconds.csv").lines().toList();
            assertThat(seconds.get(0)).startsWith("second,rate,issued,completed,failed,notSent,inFlight,meanMicros,");
            assertThat(seconds.get(1)).startsWith("0,200,");
            assertThat(seconds.get(2)).startsWith("1,200,");
            List<String> windows = run.read("windows.csv").lines().toList();
            assertThat(windows.get(0)).isEqualTo("millis,issued,completed,due");
            assertThat(windows.stream()
                            .skip(1)
                            .mapToInt(ConstantCommandTest::completed)
                            .sum())
                    .isEqualTo(400);
            assertThat(windows.subList(1, 201)).allMatch(line -> line.endsWith(",2"));
        }
    }

    private static int completed(String line) {
        return Integer.parseInt(line.split(",")[2]);
    }

    private static JsonNode failures(SimulatorRun run) throws IOException {
        return run.result().get("account").get("failures");
    }

    private SimulatorRun constant(FixedRateServer server, int rate, int seconds, String... options) {
        return SimulatorRun.constant(folder, server, rate, seconds, options);
    }
}
