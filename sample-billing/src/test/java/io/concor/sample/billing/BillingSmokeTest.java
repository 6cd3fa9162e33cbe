package io.concor.sample.billing;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Component;
import io.concor.TaskKind;
import io.concor.layout.Topology;
import io.concor.manage.Manager;
import io.concor.sample.Dashboard;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class BillingSmokeTest extends BillingContract {

    private static final String FLOW = "billing";

    @Autowired
    Manager manager;

    @Override
    long inFlight() {
        return manager.flow(FLOW).summary().inFlight();
    }

    @Test
    void hasEveryMeterThatItsDashboardShows() throws IOException {
        Dashboard dashboard = Dashboard.read("grafana.json");
        billing.send(call("", 60));
        billing.send("{}");

        dashboard.isFilledBy(() -> billing.get("/actuator/prometheus").body(), FLOW);
    }

    @Test
    void showsTheConnectionsOfNoOtherApplicationThatItsPrometheusScrapes() throws IOException {
        assertThat(Dashboard.read("grafana.json").selectors())
                .filteredOn(selector -> selector.startsWith("hikaricp_"))
                .hasSize(3)
                .allSatisfy(selector -> assertThat(selector).contains("pool=\"" + FLOW + "\"}"));
    }

    @Test
    void writesInBatchesWithADatabaseTransactionForEach() {
        assertThat(manager.flow(FLOW).topology().components())
                .filteredOn(component -> component.name().equals("writer"))
                .singleElement()
                .returns(TaskKind.BATCH, Component::kind);
        assertThat(manager.flow(FLOW).topology().transactions())
                .singleElement()
                .returns("writer", Topology.TransactionScope::from)
                .returns("writer", Topology.TransactionScope::to);
    }
}
