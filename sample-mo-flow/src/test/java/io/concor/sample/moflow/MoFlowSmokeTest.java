package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.sample.Dashboard;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class MoFlowSmokeTest extends MoFlowContract {

    private static final String FLOW = "mo-flow";

    @Test
    void hasEveryMeterThatItsDashboardShows() throws IOException {
        Dashboard dashboard = Dashboard.read("grafana.json");

        assertThat(gateway.send("9999", "to nobody").statusCode()).isEqualTo(202);

        dashboard.isFilledBy(() -> gateway.get("/actuator/prometheus").body(), FLOW);
    }

    @Test
    void showsTheConnectionsOfNoOtherApplicationThatItsPrometheusScrapes() throws IOException {
        assertThat(Dashboard.read("grafana.json").selectors())
                .filteredOn(selector -> selector.startsWith("hikaricp_"))
                .hasSize(3)
                .allSatisfy(selector -> assertThat(selector).contains("pool=\"" + FLOW + "\"}"));
    }
}
