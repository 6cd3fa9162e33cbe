package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.util.TestSocketUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The calls of the tour have the answers of which the page shows a part. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "logging.level.mo-flow.trans=off")
@DirtiesContext
class TourPageTest {

    private static final Path PAGE = Path.of("../docs/tour.md");
    private static final Pattern CALL =
            Pattern.compile("```sh\n(curl [^`]*?)\n```\n\n```json\n(.*?)\n```", Pattern.DOTALL);
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    static Path presets;

    @DynamicPropertySource
    static void places(DynamicPropertyRegistry properties) {
        properties.add("concor.presets.location", presets::toString);
        int port = TestSocketUtils.findAvailableTcpPort();
        properties.add("mo-flow.receiver.port", () -> port);
    }

    private record Call(CurlCommand command, JsonNode shown) {}

    @Test
    void eachCallHasTheAnswerThatThePageShows(@LocalServerPort int port) throws IOException {
        GatewayClient gateway = new GatewayClient(port);
        IntStream.range(0, 200).forEach(i -> gateway.send("2222", "hello"));

        List<Call> calls = calls();

        assertThat(calls).hasSizeGreaterThanOrEqualTo(10);
        SoftAssertions.assertSoftly(softly -> {
            for (Call call : calls) {
                JsonNode answer = answer(gateway, call.command());
                softly.assertThat(shows(call.shown(), answer))
                        .as("%s is answered %s", call.command(), answer)
                        .isTrue();
            }
        });
    }

    private static List<Call> calls() throws IOException {
        return CALL.matcher(Files.readString(PAGE))
                .results()
                .map(call -> new Call(CurlCommand.of(call.group(1)), JSON.readTree(call.group(2))))
                .toList();
    }

    private static JsonNode answer(GatewayClient gateway, CurlCommand call) {
        String[] headers =
                call.contentType().isEmpty() ? new String[0] : new String[] {"Content-Type", call.contentType()};
        HttpResponse<String> answer =
                gateway.call(call.method(), call.path(), BodyPublishers.ofString(call.body()), headers);
        return JSON.readTree(answer.body());
    }

    /** Whether all that is shown is in the answer; numbers may differ. */
    private static boolean shows(JsonNode shown, JsonNode answer) {
        if (shown.isObject()) {
            return shown.properties().stream()
                    .allMatch(
                            field -> answer.has(field.getKey()) && shows(field.getValue(), answer.get(field.getKey())));
        }
        if (shown.isArray()) {
            return StreamSupport.stream(shown.spliterator(), false)
                    .allMatch(element -> StreamSupport.stream(answer.spliterator(), false)
                            .anyMatch(candidate -> shows(element, candidate)));
        }
        return shown.isNumber() ? answer.isNumber() : shown.equals(answer);
    }
}
