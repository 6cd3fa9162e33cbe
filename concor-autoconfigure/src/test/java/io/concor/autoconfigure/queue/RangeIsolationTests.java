package io.concor.autoconfigure.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.transaction.ManagedTransactions;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.DefaultTransactionDefinition;

class RangeIsolationTests {

    private final DataSource dataSource = new DriverManagerDataSource();
    private final DataSourceTransactionManager manager = new DataSourceTransactionManager(dataSource);
    private final SpringStoreTransactions transactions =
            new SpringStoreTransactions("orders", dataSource, List.of(manager));

    /** The rows of lanes change all the time: on PostgreSQL such a transaction could not end events, and they would fail for that. */
    @ParameterizedTest
    @CsvSource({
        "ISOLATION_DEFAULT, true",
        "ISOLATION_READ_UNCOMMITTED, true",
        "ISOLATION_READ_COMMITTED, true",
        "ISOLATION_REPEATABLE_READ, false",
        "ISOLATION_SERIALIZABLE, false"
    })
    void aRangeThatKeepsASnapshotHasTransactionsOfItsOwn(String isolation, boolean included) {
        DefaultTransactionDefinition definition = new DefaultTransactionDefinition();
        definition.setIsolationLevelName(isolation);
        assertThat(transactions.includes(ManagedTransactions.of(manager, definition)))
                .isEqualTo(included);
    }
}
