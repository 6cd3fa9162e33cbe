package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Manager;
import io.concor.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class FlowSmokeTest extends SmokeTest {

    private static final String FLOW = "money-tracker";
    private static final Pattern SELECTOR = Pattern.compile("[a-z_]+\\{[^}]*}");

    @Autowired
    Manager manager;

    @Override
    long inFlight() {
        return manager.summary(FLOW).inFlight();
    }

    @Test
    void hasEveryMeterThatItsDashboardShows() throws IOException {
        String dashboard = Files.readString(Path.of("grafana.json")).replace("\\\"", "\"");
        List<String> selectors = SELECTOR.matcher(dashboard)
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();
        assertThat(selectors).hasSizeGreaterThan(15);

        assertThat(tracker.book("dashboard", "deposit", "9999", "1.00").statusCode())
                .isEqualTo(422);

        await("every meter").untilAsserted(() -> {
            List<String> lines =
                    tracker.get("/actuator/prometheus").body().lines().toList();
            assertThat(selectors).allSatisfy(selector -> assertThat(lines).anyMatch(line -> selects(selector, line)));
        });
    }

    private static boolean selects(String selector, String line) {
        String[] parts = selector.replace("=~\".+\"", "=\"").split("[{,}]");
        return line.startsWith(parts[0] + "{") && Stream.of(parts).skip(1).allMatch(line::contains);
    }

    @Test
    void holdsOneDatabaseTransactionFromTheReaderToTheUpdater() {
        assertThat(manager.topology(FLOW).transactions())
                .singleElement()
                .returns("reader", Topology.TransactionScope::from)
                .returns("updater", Topology.TransactionScope::to);
    }
}
