package io.concor.queues.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The statements of a store see what others have committed, whatever isolation the database or the pool begins with. */
@ParameterizedClass
@EnumSource(value = StoreDatabase.class, names = "POSTGRESQL")
class PostgresIsolationTest {

    private final StoreDatabase database;

    PostgresIsolationTest(StoreDatabase database) {
        this.database = database;
    }

    private OpenStore connect(String isolation) throws Exception {
        return database.connect(database.emptyUrl() + "&options=-c%20default_transaction_isolation=" + isolation);
    }

    @Test
    void isReadCommitted() throws Exception {
        for (String isolation : List.of("serializable", "repeatable%5C%20read", "read%5C%20committed")) {
            try (OpenStore store = connect(isolation);
                    HeldConnection held = new HeldConnection(
                            StoreDataSources.of(store.dataSource()), store.dialect(), Duration.ofSeconds(10))) {
                held.query(PostgresIsolationTest::isolation);
                assertThat(held.update(PostgresIsolationTest::isolation)).isEqualTo("read committed");
                assertThat(held.transact(PostgresIsolationTest::isolation)).isEqualTo("read committed");
                held.close();
                assertThat(held.transact(PostgresIsolationTest::isolation)).isEqualTo("read committed");
            }
        }
    }

    private static String isolation(Connection connection) throws SQLException {
        return Sql.list(connection, "show transaction_isolation", row -> row.getString(1))
                .get(0);
    }
}
