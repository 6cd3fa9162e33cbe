package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlowSmokeTest extends SmokeTest {

    private static final String FLOW = "mo-flow";

    @Test
    void hasEveryMeterThatItsDashboardShows() throws IOException {
        Dashboard dashboard = Dashboard.read("grafana.json");
        assertThat(dashboard.selectors()).hasSizeGreaterThan(15);

        assertThat(gateway.send("9999", "to nobody").statusCode()).isEqualTo(202);

        await("every meter").untilAsserted(() -> {
            List<String> lines =
                    Dashboard.lines(gateway.get("/actuator/prometheus").body());
            assertThat(dashboard.selectors())
                    .allSatisfy(selector -> assertThat(lines).anyMatch(Dashboard.selects(selector, FLOW)));
        });
        assertThat(dashboard.meters()).allSatisfy(meter -> assertThat(dashboard.selectors())
                .anyMatch(selector -> selector.startsWith(meter + "{")));
    }

    @Test
    void showsTheConnectionsOfNoOtherApplicationThatItsPrometheusScrapes() throws IOException {
        assertThat(Dashboard.read("grafana.json").selectors())
                .filteredOn(selector -> selector.startsWith("hikaricp_"))
                .hasSize(3)
                .allSatisfy(selector -> assertThat(selector).contains("{pool=\"" + FLOW + "\"}"));
    }
}
