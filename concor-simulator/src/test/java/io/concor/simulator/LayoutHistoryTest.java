package io.concor.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.simulator.mark.LayoutHistory;
import io.concor.simulator.mark.LayoutHistoryReader;
import io.concor.simulator.mark.ObservedLayoutChange;
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

    private static final Path DOCUMENT = Path.of("../docs/endpoints.md");
    private static final String SETTINGS = "\"oldSettings\":{\"pool\":\"none\"},\"newSettings\":{\"pool\":\"single\"}";

    @TempDir
    private Path folder;

    private volatile List<String> changed = List.of();

    @ParameterizedTest
    @ValueSource(strings = {"concorchanges/mo-flow?limit=2", "concorchanges?limit=1"})
    void readsWhatTheServiceAnswersByItsDocument(String call) throws IOException {
        try (FixedRateServer service = new FixedRateServer(1000).saying(documented(call))) {
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
                assertThat(change.slots()).singleElement().asString().startsWith("router from {\"pool\":\"fixed\",");
            });
        }
    }

    @Test
    void drawsWhatWasChangedDuringTheRunByWhomever() throws IOException {
        Instant now = Instant.now();
        String history = history(
                change(4, now.plusSeconds(80), "changed"),
                change(3, now.plusSeconds(60), "changed"),
                change(3, now.plusSeconds(1), "refused"),
                change(2, now.minusSeconds(60), "changed"));
        try (FixedRateServer server = new FixedRateServer(1000);
                FixedRateServer service = new FixedRateServer(1000).saying(history)) {
            SimulatorRun run = SimulatorRun.constant(folder, server, 20, 2, "--changes=" + service.url());
            JsonNode changes = run.result().get("history").get("changes");
            assertThat(changes.findValuesAsString("version")).containsExactly("3", "4");
            assertThat(changes.get(0).get("atMillis").asDouble()).isBetween(1.0, 60_000.0);
            assertThat(run.printed()).contains("Changes of the layout meanwhile: 2.");
            assertThat(run.read("report.html"))
                    .contains("<title>Layout version 3 of f (endpoint, &lt;eve&gt;): s from {&quot;pool&quot;:")
                    .contains("<p>Layout version 4 of f");
        }
    }

    @Test
    void drawsAChangeThatAMarkHasMadeOnce() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000);
                FixedRateServer service = new FixedRateServer(1000)) {
            service.telling(body -> asked(service, body));
            SimulatorRun run = SimulatorRun.constant(
                    folder,
                    server,
                    20,
                    2,
                    "--changes=" + service.url(),
                    "--at=300ms=POST " + service.url() + " {\"threads\":8}");
            String report = run.read("report.html");
            assertThat(run.result().get("history").get("changes")).hasSize(2);
            assertThat(Pattern.compile("<h2>").matcher(report).results())
                    .as("of the mark, and of what somebody else has changed meanwhile")
                    .hasSize(2);
            assertThat(report).contains("<p>Layout version 2 of f", "<title>Layout version 3 of f");
            assertThat(report).doesNotContain("<title>Layout version 2 of f");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "no history, its answer is no JSON",
        "{}, there are no 'changes' in it",
        "'{\"changes\":[{\"outcome\":\"changed\",\"at\":\"noon\"}]}', could not be parsed"
    })
    void doesNotBeginWhereThereIsNoHistory(String answer, String why) {
        try (FixedRateServer service = new FixedRateServer(1000).saying(answer)) {
            SimulatorRun refused = SimulatorRun.constant(folder, service, 1, 1, "--changes=" + service.url());
            assertThat(refused.status()).isEqualTo(2);
            assertThat(refused.printed()).contains("--changes " + service.url() + " cannot be read: ", why);
        }
    }

    @Test
    void saysWhyTheHistoryCouldNotBeReadInTheEnd() throws IOException {
        try (FixedRateServer server = new FixedRateServer(1000);
                FixedRateServer service = new FixedRateServer(1000).saying(history())) {
            server.telling(body -> service.answering(HttpResponseStatus.UNAUTHORIZED));
            SimulatorRun run = SimulatorRun.constant(folder, server, 1, 1, "--changes=" + service.url());
            assertThat(run.status()).isZero();
            assertThat(run.result().get("history").get("error").asString()).isEqualTo("it answered with status 401");
            assertThat(run.printed()).contains("What became of the layout could not be read from " + service.url());
        }
    }

    /** What has a body is a change, and another one follows it; what has none asks for the history. */
    private void asked(FixedRateServer service, String body) {
        if (!body.isEmpty()) {
            changed = List.of(change(3, Instant.now(), "changed"), change(2, Instant.now(), "changed"));
        }
        service.saying(body.isEmpty() ? history(changed.toArray(String[]::new)) : "{\"version\":2}");
    }

    /** The first answer below a call in the document that is made of real ones. */
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
