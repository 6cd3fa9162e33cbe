package io.concor.queues.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queues.row.LaneEpoch;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A process that is stopped between the fence and its commit does not hold lanes for ever. */
@ParameterizedClass
@EnumSource(value = StoreDatabase.class, names = "POSTGRESQL")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresFenceTest extends TableContract {

    private static String timeout(Connection connection) throws SQLException {
        return Sql.list(connection, "show idle_in_transaction_session_timeout", row -> row.getString(1))
                .get(0);
    }

    @Test
    void theServerEndsTheTransactionAndNoLaterOneOfTheSession() throws SQLException {
        try (Connection connection = store.dataSource().getConnection()) {
            store.dialect().prepare(connection);

            assertThat(lanes.fence(connection, List.of(), List.of(new LaneEpoch(queue.id(), 3, 0)))
                            .held())
                    .isEqualTo(1);

            assertThat(timeout(connection)).isEqualTo("10s");
            connection.commit();
            assertThat(timeout(connection)).isEqualTo("0");
        }
    }
}
