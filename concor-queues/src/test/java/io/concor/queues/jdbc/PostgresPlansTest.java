package io.concor.queues.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.queues.row.EventRow;
import io.concor.queues.row.LaneCursor;
import io.concor.queues.row.LaneRange;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.RowKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** PostgreSQL looks at few rows, whatever it knew about the table when it made its plans. */
@ParameterizedClass
@EnumSource(value = StoreDatabase.class, names = "POSTGRESQL")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresPlansTest extends TableContract {

    private static final int WAITING = 6000;
    private static final int LIMIT = 16;
    /** After so many runs a statement of the driver has a plan that is kept. */
    private static final int RUNS = 15;

    private static final String SETTING = "select current_setting('enable_bitmapscan')";

    @Test
    void readsAndDeletesFewRowsOfAFullLaneWithThePlansOfAnEmptyTable() throws SQLException {
        try (Connection connection = store.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("vacuum analyze concor_event");
            store.dialect().prepare(connection);
            for (int i = 0; i < RUNS; i++) {
                readAndDelete(connection);
            }
            connection.commit();
            put(IntStream.range(0, WAITING).mapToObj(i -> row(3, "e" + i)).toArray(NewRow[]::new));

            long before = rowsLookedAt(connection);

            readAndDelete(connection);

            long looked = rowsLookedAt(connection) - before;
            assertThat(looked).isBetween((long) LIMIT, 10L * LIMIT);
        }
    }

    /** A warning is a line in the log of the server, at each read. */
    @Test
    void settingForOneReadNeitherWarnsNorLasts() throws SQLException {
        try (Connection connection = store.dataSource().getConnection();
                PreparedStatement statement =
                        connection.prepareStatement(store.dialect().inKeyOrder(SETTING))) {
            connection.setAutoCommit(true);

            List<String> during = Sql.firstRows(statement, row -> row.getString(1));

            assertThat(during).containsExactly("off");
            assertThat((Throwable) statement.getWarnings()).isNull();
            List<String> afterwards = Sql.list(connection, SETTING, row -> row.getString(1));
            assertThat(afterwards).containsExactly("on");
        }
    }

    @Test
    void settingDoesNotOutliveAReadThatFails() throws SQLException {
        try (Connection connection = store.dataSource().getConnection()) {
            connection.setAutoCommit(true);

            assertThatThrownBy(() -> Sql.number(connection, store.dialect().inKeyOrder("select 1 / 0")))
                    .isInstanceOf(SQLException.class);

            assertThat(Sql.list(connection, SETTING, row -> row.getString(1))).isEqualTo(List.of("on"));
        }
    }

    private static long rowsLookedAt(Connection connection) throws SQLException {
        return Sql.number(
                connection,
                "select sum(seq_tup_read + idx_tup_fetch) from pg_stat_xact_user_tables where relname = 'concor_event'");
    }

    private void readAndDelete(Connection connection) throws SQLException {
        LaneCursor cursor = new LaneCursor(3, 0, LIMIT);
        List<RowKey> rows = events.read(connection, queue.id(), List.of(cursor), MANY_BYTES).rows().stream()
                .map(EventRow::row)
                .toList();
        events.outlines(
                connection,
                queue.id(),
                List.of(new LaneRange(3, 0, rows.isEmpty() ? 1 : rows.get(0).id(), LIMIT)));
        new CensusStatements(store.dialect()).counts(connection, queue.id(), LIMIT);
        events.oldest(connection, queue.id());
        events.delete(connection, rows.isEmpty() ? List.of(new RowKey(queue.id(), 3, 1)) : rows);
    }
}
