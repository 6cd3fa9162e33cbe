package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Manager;
import io.concor.Topology;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class FlowSmokeTest extends SmokeTest {

    private static final String FLOW = "money-tracker";

    @Autowired
    Manager manager;

    @Override
    long inFlight() {
        return manager.summary(FLOW).inFlight();
    }

    @Test
    void holdsOneDatabaseTransactionFromTheReaderToTheUpdater() {
        assertThat(manager.topology(FLOW).transactions())
                .singleElement()
                .returns("reader", Topology.TransactionScope::from)
                .returns("updater", Topology.TransactionScope::to);
    }
}
