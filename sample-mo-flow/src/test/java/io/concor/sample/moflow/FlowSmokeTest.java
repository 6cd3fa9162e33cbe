package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FlowSmokeTest extends SmokeTest {

    private static final Pattern SELECTOR = Pattern.compile("[a-z_]+\\{[^}]*}");

    @Test
    void hasEveryMeterThatItsDashboardShows() throws IOException {
        String dashboard = Files.readString(Path.of("grafana.json")).replace("\\\"", "\"");
        List<String> selectors = SELECTOR.matcher(dashboard)
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();
        assertThat(selectors).hasSizeGreaterThan(15);

        assertThat(gateway.send("9999", "to nobody").statusCode()).isEqualTo(202);

        await("every meter").untilAsserted(() -> {
            List<String> lines =
                    gateway.get("/actuator/prometheus").body().lines().toList();
            assertThat(selectors).allSatisfy(selector -> assertThat(lines).anyMatch(line -> selects(selector, line)));
        });
    }

    private static boolean selects(String selector, String line) {
        String[] parts = selector.replace("=~\".+\"", "=\"").split("[{,}]");
        return line.startsWith(parts[0] + "{") && Stream.of(parts).skip(1).allMatch(line::contains);
    }
}
