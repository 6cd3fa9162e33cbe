package io.concor.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ResultFilesTest {

    @TempDir
    private Path folder;

    private final List<String> changes = new CopyOnWriteArrayList<>();

    @Test
    void sendsMarksInTimeAndDrawsThem() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000);
                FixedRateServer managed = new FixedRateServer(1000).telling(changes::add)) {
            String change = "500ms=POST " + managed.url() + " {\"threads\":8}";
            SimulatorRun run = SimulatorRun.constant(folder, server, 50, 2, "--name=a <b>", "--at=" + change);
            JsonNode mark = run.result().get("marks").get(0);
            assertThat(changes).containsExactly("{\"threads\":8}");
            assertThat(mark.get("status").asInt()).isEqualTo(200);
            assertThat(mark.get("atMillis").asDouble()).isBetween(500.0, 2000.0);
            assertThat(run.read("report.html"))
                    .contains("class=\"mark\"><title>POST " + managed.url() + " {&quot;threads&quot;:8}")
                    .contains("Requests per 10 ms", "<h1>a &lt;b&gt;</h1>")
                    .doesNotContain("<script", "src=", "NaN", "${");
        }
    }

    @Test
    void sendsAMarkBehindTheLastRequest() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000);
                FixedRateServer managed = new FixedRateServer(1000).telling(changes::add)) {
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
            assertThat(run.printed()).doesNotContain("Not sent beside");
        }
    }

    @Test
    void notesAMarkThatNobodyAnswered() throws IOException {
        FixedRateServer nobody = new FixedRateServer(1);
        nobody.close();
        try (FixedRateServer server = new FixedRateServer(1000)) {
            SimulatorRun run = SimulatorRun.constant(folder, server, 10, 2, "--at=0s=DELETE " + nobody.url());
            JsonNode mark = run.result().get("marks").get(0);
            assertThat(mark.get("status").asInt()).isZero();
            assertThat(mark.get("answer").asString()).isEqualTo("no connection can be made");
        }
    }

    @Test
    void notesAMarkThatStillWaitsForItsAnswerInTheEnd() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000);
                FixedRateServer silent = new FixedRateServer(1000).silent()) {
            SimulatorRun run = SimulatorRun.constant(
                    folder, server, 10, 1, "--at=0s=DELETE " + silent.url(), "--at=1ms=GET " + silent.url());
            JsonNode mark = run.result().get("marks").get(0);
            assertThat(mark.get("answer").asString()).isEqualTo("the run ended before the answer came");
            assertThat(run.printed())
                    .contains("no answer, the run ended before the answer came")
                    .contains("Not sent beside the load, for the run ended before: 1.");
        }
    }

    @Test
    void keepsOnlyTheBeginningOfALongAnswer() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000);
                FixedRateServer managed = new FixedRateServer(1000).saying("\u20ac".repeat(100_000))) {
            SimulatorRun run = SimulatorRun.constant(folder, server, 10, 2, "--at=0s=DELETE " + managed.url());
            assertThat(run.result().get("marks").get(0).get("answer").asString())
                    .startsWith("\u20ac\u20ac")
                    .hasSizeLessThan(1000);
        }
    }

    @Test
    void takesWhatIsWrittenInAnAnswerForNoPartOfThePage() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000);
                FixedRateServer managed =
                        new FixedRateServer(1000).saying("${charts}</code><script>alert(1)</script>")) {
            SimulatorRun run = SimulatorRun.constant(
                    folder, server, 10, 2, "--name=${facts}", "--at=0s=POST " + managed.url() + " ${moments}");
            assertThat(run.read("report.html"))
                    .contains("<h1>${facts}</h1>", "POST " + managed.url() + " ${moments}")
                    .contains("<code>${charts}&lt;/code&gt;&lt;script&gt;alert(1)&lt;/script&gt;</code>")
                    .doesNotContain("<script");
        }
    }

    @Test
    void tellsTheSummaryAlsoWhereTheFilesCannotBeWritten() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000)) {
            server.telling(body -> inTheWay());
            SimulatorRun run = SimulatorRun.constant(folder, server, 10, 1);
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.printed())
                    .contains("10 completed", "The results cannot be written to " + folder)
                    .doesNotContain("\tat ");
        }
    }

    private void inTheWay() {
        try {
            Files.createDirectories(folder.resolve("result.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void doesNotBeginWhereTheFilesCannotBeWritten() {
        inTheWay();
        try (FixedRateServer server = new FixedRateServer(1000).telling(changes::add)) {
            SimulatorRun run = SimulatorRun.constant(folder, server, 10, 1);
            assertThat(run.status()).isEqualTo(2);
            assertThat(run.printed()).contains("--results " + folder + " cannot be written: ", "result.json");
            assertThat(changes).isEmpty();
        }
    }

    @Test
    void putsNothingOnTheTerminalThatLeadsItAstray() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000);
                RawServer managed = new RawServer("\u001b[2J\u009b2J\u202e\r\n\r\n")) {
            SimulatorRun run = SimulatorRun.constant(folder, server, 10, 2, "--at=0s=DELETE " + managed.url());
            assertThat(run.printed()).contains("no answer, ").doesNotContain("\u001b", "\u009b", "\u202e");
        }
    }

    @Test
    void leavesEarlierResultsAsTheyWereWhereNewOnesCannotBeWritten() throws IOException {
        String earlier = "of an earlier run";
        Files.writeString(folder.resolve("result.json"), earlier);
        try (FixedRateServer server = new FixedRateServer(1000)) {
            server.telling(path -> occupy("report.html.part"));
            SimulatorRun run = SimulatorRun.constant(folder, server, 10, 1);
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.printed()).contains("10 completed", "The results cannot be written to " + folder);
            assertThat(run.read("result.json")).isEqualTo(earlier);
            assertThat(folder.resolve("result.json.part")).doesNotExist();
        }
    }

    private void occupy(String file) {
        try {
            Files.createDirectories(folder.resolve(file).resolve("folder"));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    @Test
    void drawsWhatHappenedInEachSecond() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000)) {
            SimulatorRun run = SimulatorRun.run(
                    folder, "burst", server.url(), "--rate=0", "--burst-rate=50", "--every=2s", "--for=2s");
            assertThat(run.read("report.html"))
                    .contains("Requests per second", "Latency in ms", "Requests in flight, failed and not sent");
            assertThat(run.read("seconds.csv").lines().map(line -> line.split(",")[1]))
                    .startsWith("rate", "0", "50");
        }
    }
}
