package io.concor.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Tag("full")
class LeadInTest {

    private final List<String> bodies = new CopyOnWriteArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void increasesTheRateBeforeTheRunAndCountsNothingOfIt() throws IOException {
        try (FixedRateServer server = new FixedRateServer(20_000).onRequest(bodies::add)) {
            SimulatorRun run = constant(server, 200, 2, "--lead-in=3s", "--lead-in-flight=1000", "--body={{id}}");
            assertThat(bodies).hasSize(66 + 133 + 200 + 400).doesNotHaveDuplicates();
            assertThat(totals(run).get("issued").asInt()).isEqualTo(400);
            assertThat(totals(run).get("completed").asInt()).isEqualTo(400);
            assertThat(run.result().get("leadInSeconds").asInt()).isEqualTo(3);
            assertThat(run.read("seconds.csv").lines().skip(1).findFirst().orElseThrow())
                    .startsWith("0,200,");
            assertThat(run.read("report.html")).contains("<dt>Lead-in</dt><dd>3 s, not counted</dd>");
            assertThat(run.output())
                    .containsSubsequence(
                            "Lead-in of 3 s, not counted:",
                            "\n    -3      66",
                            "\n    -1     200",
                            "The run begins:",
                            "\n     0     200")
                    .doesNotContain("not ready");
        }
    }

    @Test
    void keepsItsConnectionsForTheRun() throws IOException {
        try (FixedRateServer server = new FixedRateServer(20_000)) {
            SimulatorRun run = constant(server, 200, 1, "--lead-in=2s", "--connections=3");
            assertThat(totals(run).get("completed").asInt()).isEqualTo(200);
            assertThat(server.connections()).isBetween(1, 3);
        }
    }

    @Test
    void doesNotCountRequestsThatEndDuringTheRun() throws IOException {
        try (FixedRateServer server = new FixedRateServer(60).onRequest(bodies::add)) {
            SimulatorRun run = constant(server, 100, 1, "--lead-in=1s", "--lead-in-flight=100", "--drain=10s");
            assertThat(bodies).hasSize(200);
            assertThat(totals(run).get("completed").asInt()).isEqualTo(100);
            assertThat(totals(run).get("unfinished").asInt()).isZero();
        }
    }

    @Test
    void warnsIfTheServiceWasNotReady() throws IOException {
        try (FixedRateServer server =
                new FixedRateServer(1000).respondingWithStatus(HttpResponseStatus.SERVICE_UNAVAILABLE)) {
            SimulatorRun run = constant(server, 50, 1, "--lead-in=2s");
            assertThat(run.output())
                    .contains("The service was not ready: in the last 1 s of the lead-in, at 50 requests per second, ");
            assertThat(totals(run).get("failed").asInt()).isEqualTo(50);
        }
    }

    @Test
    void limitsRequestsInFlight() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000).silent().onRequest(bodies::add)) {
            SimulatorRun run = constant(server, 50, 1, "--lead-in=2s", "--lead-in-flight=7", "--drain=1s");
            assertThat(bodies).hasSize(7 + 50);
            assertThat(run.output()).contains("not ready");
            assertThat(totals(run).get("issued").asInt()).isEqualTo(50);
            assertThat(totals(run).get("notSent").asInt()).isZero();
        }
    }

    @Test
    void countsTheTimesOfControlRequestsFromTheStartOfTheRun() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000)) {
            SimulatorRun run = constant(server, 50, 1, "--lead-in=1s", "--at=0s=POST " + server.url());
            assertThat(run.result().get("marks").get(0).get("atMillis").asDouble())
                    .isBetween(0.0, 1000.0);
        }
    }

    private static JsonNode totals(SimulatorRun run) throws IOException {
        return run.result().get("account").get("totals");
    }

    private SimulatorRun constant(FixedRateServer server, int rate, int seconds, String... options) {
        return SimulatorRun.constant(folder, server, rate, seconds, options);
    }
}
