package io.concor.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Tag("full")
class ResultFilesTest {

    @TempDir
    private Path folder;

    private final List<String> changes = new CopyOnWriteArrayList<>();

    @Test
    void sendsControlRequestsInTimeAndDrawsThem() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000);
                FixedRateServer managed = new FixedRateServer(1000).onRequest(changes::add)) {
            String change = "500ms=POST " + managed.url() + " {\"threads\":8}";
            SimulatorRun run = SimulatorRun.constant(folder, server, 50, 2, "--name=a <b>", "--at=" + change);
            JsonNode request = run.result().get("marks").get(0);
            assertThat(changes).containsExactly("{\"threads\":8}");
            assertThat(request.get("status").asInt()).isEqualTo(200);
            assertThat(request.get("atMillis").asDouble()).isBetween(500.0, 2000.0);
            assertThat(run.read("report.html"))
                    .contains("class=\"mark\"><title>POST " + managed.url() + " {&quot;threads&quot;:8}")
                    .contains("requests per 10 ms", "<h1>a &lt;b&gt;</h1>", "<h2>Mark 1: after 0.5")
                    .doesNotContain("<script", "src=", "NaN", "${");
        }
    }

    @Test
    void sendsAControlRequestAfterTheLastRequest() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000);
                FixedRateServer managed = new FixedRateServer(1000).onRequest(changes::add)) {
            SimulatorRun run = SimulatorRun.run(
                    folder,
                    "burst",
                    server.url(),
                    "--rate=0",
                    "--burst-rate=5",
                    "--every=2s",
                    "--for=3s",
                    "--at=2500ms=DELETE " + managed.url());
            assertThat(run.result().get("marks")).hasSize(1);
            assertThat(run.output()).doesNotContain("Control requests not sent");
        }
    }

    @Test
    void recordsAControlRequestWithoutConnection() throws IOException {
        FixedRateServer closed = new FixedRateServer(1);
        closed.close();
        try (FixedRateServer server = new FixedRateServer(1000)) {
            SimulatorRun run = SimulatorRun.constant(folder, server, 10, 2, "--at=0s=DELETE " + closed.url());
            JsonNode request = run.result().get("marks").get(0);
            assertThat(request.get("status").asInt()).isZero();
            assertThat(request.get("answer").asString()).isEqualTo("cannot connect");
        }
    }

    @Test
    void recordsAControlRequestWithoutResponseAtTheEndOfTheRun() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000);
                FixedRateServer silent = new FixedRateServer(1000).silent()) {
            SimulatorRun run = SimulatorRun.constant(
                    folder, server, 10, 1, "--at=0s=DELETE " + silent.url(), "--at=1ms=GET " + silent.url());
            JsonNode request = run.result().get("marks").get(0);
            assertThat(request.get("answer").asString()).isEqualTo("the run ended before the response arrived");
            assertThat(run.output())
                    .contains("no response, the run ended before the response arrived")
                    .contains("Control requests not sent because the run ended: 1.");
        }
    }

    @Test
    void keepsOnlyTheBeginningOfALongResponse() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000);
                FixedRateServer managed = new FixedRateServer(1000).respondingWith("\u20ac".repeat(100_000))) {
            SimulatorRun run = SimulatorRun.constant(folder, server, 10, 2, "--at=0s=DELETE " + managed.url());
            assertThat(run.result().get("marks").get(0).get("answer").asString())
                    .startsWith("\u20ac\u20ac")
                    .hasSizeLessThan(1000);
        }
    }

    @Test
    void escapesResponsesInThePage() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000);
                FixedRateServer managed =
                        new FixedRateServer(1000).respondingWith("${charts}</code><script>alert(1)</script>")) {
            SimulatorRun run = SimulatorRun.constant(
                    folder, server, 10, 2, "--name=${facts}", "--at=0s=POST " + managed.url() + " ${timeline}");
            assertThat(run.read("report.html"))
                    .contains("<h1>${facts}</h1>", "POST " + managed.url() + " ${timeline}")
                    .contains("<code>${charts}&lt;/code&gt;&lt;script&gt;alert(1)&lt;/script&gt;</code>")
                    .doesNotContain("<script");
        }
    }

    @Test
    void printsTheSummaryEvenIfTheFilesCannotBeWritten() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000)) {
            server.onRequest(body -> blockResultFile());
            SimulatorRun run = SimulatorRun.constant(folder, server, 10, 1);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.output())
                    .contains("10 completed", "Cannot write the results to " + folder)
                    .doesNotContain("\tat ");
        }
    }

    private void blockResultFile() {
        try {
            Files.createDirectories(folder.resolve("result.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void doesNotStartIfTheFilesCannotBeWritten() {
        blockResultFile();
        try (FixedRateServer server = new FixedRateServer(1000).onRequest(changes::add)) {
            SimulatorRun run = SimulatorRun.constant(folder, server, 10, 1);
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.output()).contains("--results " + folder + " is not writable: ", "result.json");
            assertThat(changes).isEmpty();
        }
    }

    @Test
    void printsNoControlCharacters() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000);
                RawServer managed = new RawServer("\u001b[2J\u009b2J\u202e\r\n\r\n")) {
            SimulatorRun run = SimulatorRun.constant(folder, server, 10, 2, "--at=0s=DELETE " + managed.url());
            assertThat(run.output()).contains("no response, ").doesNotContain("\u001b", "\u009b", "\u202e");
        }
    }

    @Test
    void keepsEarlierResultsIfNewOnesCannotBeWritten() throws IOException {
        String earlier = "of an earlier run";
        Files.writeString(folder.resolve("result.json"), earlier);
        try (FixedRateServer server = new FixedRateServer(1000)) {
            server.onRequest(path -> occupy("report.html.part"));
            SimulatorRun run = SimulatorRun.constant(folder, server, 10, 1);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.output()).contains("10 completed", "Cannot write the results to " + folder);
            assertThat(run.read("result.json")).isEqualTo(earlier);
            assertThat(folder.resolve("result.json.part")).doesNotExist();
        }
    }

    private void occupy(String file) {
        try {
            Files.createDirectories(folder.resolve(file).resolve("folder"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void drawsEachSecond() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000)) {
            SimulatorRun run = SimulatorRun.run(
                    folder, "burst", server.url(), "--rate=0", "--burst-rate=50", "--every=2s", "--for=2s");
            assertThat(run.read("report.html"))
                    .contains("requests per second", "Latency of the requests", "Requests in flight")
                    .contains("<h1>0 requests per second, in 1 of every 2 s 50 requests per second, for 2 s</h1>");
            assertThat(run.read("seconds.csv").lines().map(line -> line.split(",")[1]))
                    .startsWith("rate", "0", "50");
        }
    }
}
