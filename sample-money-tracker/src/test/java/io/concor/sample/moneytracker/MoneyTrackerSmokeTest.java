package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.layout.Topology;
import io.concor.manage.Manager;
import io.concor.sample.Dashboard;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class MoneyTrackerSmokeTest extends MoneyTrackerContract {

    private static final String FLOW = "money-tracker";

    @Autowired
    Manager manager;

    @Override
    long inFlight() {
        return manager.flow(FLOW).summary().inFlight();
    }

    @Test
    void hasEveryMeterThatItsDashboardShows() throws IOException {
        Dashboard dashboard = Dashboard.read("grafana.json");

        assertThat(tracker.book("dashboard", "deposit", "9999", "1.00").statusCode())
                .isEqualTo(422);

        dashboard.isFilledBy(() -> tracker.get("/actuator/prometheus").body(), FLOW);
    }

    @Test
    void showsTheConnectionsOfNoOtherApplicationThatItsPrometheusScrapes() throws IOException {
        assertThat(Dashboard.read("grafana.json").selectors())
                .filteredOn(selector -> selector.startsWith("hikaricp_"))
                .hasSize(3)
                .allSatisfy(selector -> assertThat(selector).contains("pool=\"" + FLOW + "\"}"));
    }

    @Test
    void holdsOneDatabaseTransactionFromTheReaderToTheUpdater() {
        assertThat(manager.flow(FLOW).topology().transactions())
                .singleElement()
                .returns("reader", Topology.TransactionScope::from)
                .returns("updater", Topology.TransactionScope::to);
    }
}
