package io.concor.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ReportTest {

    @TempDir
    private Path folder;

    private final List<String> changes = new CopyOnWriteArrayList<>();

    @Test
    void sendsMarksInTimeAndDrawsThem() throws IOException {
        try (StubServer server = new StubServer(1000);
                StubServer managed = new StubServer(1000).telling(changes::add)) {
            String change = "500ms=POST " + managed.url() + " {\"threads\":8}";
            Simulated run = Simulated.constant(folder, server, 50, 2, "--name=a <b>", "--at=" + change);
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
    void notesAMarkThatNobodyAnswered() throws IOException {
        StubServer nobody = new StubServer(1);
        nobody.close();
        try (StubServer server = new StubServer(1000)) {
            Simulated run = Simulated.constant(folder, server, 10, 1, "--at=0s=DELETE " + nobody.url());
            JsonNode mark = run.result().get("marks").get(0);
            assertThat(mark.get("status").asInt()).isZero();
            assertThat(mark.get("answer").asString()).contains("ConnectException");
        }
    }

    @Test
    void drawsWhatHappenedInEachSecond() throws IOException {
        try (StubServer server = new StubServer(1000)) {
            Simulated run = Simulated.run(
                    folder, "burst", server.url(), "--rate=0", "--burst-rate=50", "--every=2s", "--for=2s");
            assertThat(run.read("report.html"))
                    .contains("Requests per second", "Latency in ms", "Requests in flight, failed and not sent");
            assertThat(run.read("seconds.csv").lines().map(line -> line.split(",")[1]))
                    .startsWith("rate", "0", "50");
        }
    }
}
