package io.concor.autoconfigure.endpoint.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.autoconfigure.endpoint.flow.TopologyDescriptor.TransactionDescriptor;
import io.concor.autoconfigure.transaction.ManagedTransactions;
import io.concor.manage.Manager;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;

class TransactionsInTopologyTests {

    @Test
    void areShownWithTheirManager() {
        Manager manager = new Manager();
        ManagedTransactions transactions =
                ManagedTransactions.of(new JdbcTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:topology")));
        try (Flow<String, String> flow = Flows.<String>create("orders")
                .map((String order) -> order, "reader")
                .map((String order) -> order, "writer")
                .map((String order) -> order, "logger")
                .transaction("reader", "writer", transactions.named("orderTransactions"))
                .transaction("logger", "logger", transactions)
                .build()) {
            manager.register(flow);

            ComponentBeanNames none = new ComponentBeanNames(new DefaultListableBeanFactory());
            assertThat(new ConcorEndpoint(manager, none).topology("orders").transactions())
                    .containsExactly(
                            new TransactionDescriptor("reader", "writer", "orderTransactions"),
                            new TransactionDescriptor("logger", "logger", "JdbcTransactionManager"));
        }
    }
}
