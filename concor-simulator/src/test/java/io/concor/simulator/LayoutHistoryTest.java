package io.concor.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.simulator.control.LayoutHistory;
import io.concor.simulator.control.LayoutHistoryReader;
import io.concor.simulator.control.ObservedLayoutChange;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class LayoutHistoryTest {

    private static final Path DOCUMENT = Path.of("../docs/endpoints/changes.md");
    private static final String SETTINGS = "\"oldSettings\":{\"pool\":\"none\"},\"newSettings\":{\"pool\":\"single\"}";

    @TempDir
    private Path folder;

    private volatile List<String> changed = List.of();

    @ParameterizedTest
    @ValueSource(strings = {"%s", "{\"flows\":[%s]}"})
    void readsTheResponseInTheDocumentation(String response) throws IOException {
        String changes = response.formatted(documented("concorchanges/mo-flow?limit=2"));
        try (FixedRateServer service = new FixedRateServer(1000).respondingWith(changes)) {
            LayoutHistory history = new LayoutHistoryReader(URI.create(service.url()), Map.of()).since(Instant.EPOCH);
            assertThat(history.error()).isNull();
            assertThat(history.changes()).hasSize(1).first().satisfies(change -> {
                assertThat(change.atMillis()).isGreaterThan(Duration.ofDays(365).toMillis());
                assertThat(change)
                        .extracting(
                                ObservedLayoutChange::flow,
                                ObservedLayoutChange::source,
                                ObservedLayoutChange::who,
                                ObservedLayoutChange::reason)
                        .containsExactly("mo-flow", "undo", null, "no better than before");
                assertThat(change.slots()).singleElement().asString().startsWith("slot router, fixed pool of ");
            });
        }
    }

    @Test
    void drawsTheChangesDuringTheRun() throws IOException {
        Instant now = Instant.now();
        String history = history(
                change(4, now.plusSeconds(80), "changed"),
                change(3, now.plusSeconds(60), "changed"),
                change(3, now.plusSeconds(1), "refused"),
                change(2, now.minusSeconds(60), "changed"));
        try (FixedRateServer server = new FixedRateServer(1000);
                FixedRateServer service = new FixedRateServer(1000).respondingWith(history)) {
            SimulatorRun run = SimulatorRun.constant(folder, server, 20, 2, "--changes=" + service.url());
            JsonNode changes = run.result().get("history").get("changes");
            assertThat(changes.findValuesAsString("version")).containsExactly("3", "4");
            assertThat(changes.get(0).get("atMillis").asDouble()).isBetween(1.0, 60_000.0);
            assertThat(run.output()).contains("Layout changes during the run: 2.");
            assertThat(run.read("report.html"))
                    .contains("<title>Layout version 3 of f (endpoint, &lt;eve&gt;): slot s, empty, now single pool")
                    .contains("<p>Layout version 4 of f");
        }
    }

    @Test
    void drawsAChangeMadeByAControlRequestOnce() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000);
                FixedRateServer service = new FixedRateServer(1000)) {
            service.onRequest(body -> serve(service, body));
            SimulatorRun run = SimulatorRun.constant(
                    folder,
                    server,
                    20,
                    2,
                    "--changes=" + service.url(),
                    "--at=300ms=POST " + service.url() + " {\"threads\":8}");
            String report = run.read("report.html");
            assertThat(run.result().get("history").get("changes")).hasSize(2);
            assertThat(Pattern.compile("<h2>Mark").matcher(report).results())
                    .as("the control request, and the change that it did not make")
                    .hasSize(2);
            assertThat(report).contains("<p>Layout version 2 of f", "<title>Layout version 3 of f");
            assertThat(report).doesNotContain("<title>Layout version 2 of f");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "no history, the response is not JSON",
        "{}, it has no field 'changes'",
        "'{\"changes\":[{\"outcome\":\"changed\",\"at\":\"noon\"}]}', could not be parsed"
    })
    void doesNotStartWithoutAHistory(String response, String reason) {
        try (FixedRateServer service = new FixedRateServer(1000).respondingWith(response)) {
            SimulatorRun refused = SimulatorRun.constant(folder, service, 1, 1, "--changes=" + service.url());
            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.output()).contains("--changes " + service.url() + " cannot be read: ", reason);
        }
    }

    @Test
    void reportsWhyTheHistoryCouldNotBeRead() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000);
                FixedRateServer service = new FixedRateServer(1000).respondingWith(history())) {
            server.onRequest(body -> service.respondingWithStatus(HttpResponseStatus.UNAUTHORIZED));
            SimulatorRun run = SimulatorRun.constant(folder, server, 1, 1, "--changes=" + service.url());
            assertThat(run.exitCode()).isZero();
            assertThat(run.result().get("history").get("error").asString())
                    .isEqualTo("the service responded with status 401");
            assertThat(run.output()).contains("Cannot read the layout changes from " + service.url());
        }
    }

    /** A request with a body makes a change, and another change follows. A request without a body reads the history. */
    private void serve(FixedRateServer service, String body) {
        if (!body.isEmpty()) {
            changed = List.of(change(3, Instant.now(), "changed"), change(2, Instant.now(), "changed"));
        }
        service.respondingWith(body.isEmpty() ? history(changed.toArray(String[]::new)) : "{\"version\":2}");
    }

    /** Returns the first response after a call in the documentation. */
    private static String documented(String call) throws IOException {
        String text = Files.readString(DOCUMENT);
        int answer = text.indexOf("```json\n", text.indexOf(call)) + "```json\n".length();
        return text.substring(answer, text.indexOf("```", answer));
    }

    private static String history(String... changes) {
        return "{\"flow\":\"f\",\"version\":9,\"changes\":[" + String.join(",", List.of(changes)) + "]}";
    }

    private static String change(int version, Instant at, String outcome) {
        return ("{\"at\":\"%s\",\"outcome\":\"%s\",\"version\":%d,\"source\":\"endpoint\",\"who\":\"<eve>\","
                        + "\"slots\":[{\"slot\":\"s\",%s}]}")
                .formatted(at, outcome, version, SETTINGS);
    }
}
