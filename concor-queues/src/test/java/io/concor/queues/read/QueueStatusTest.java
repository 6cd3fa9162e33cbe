package io.concor.queues.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.event.LocalQueue;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.OpenStore;
import io.concor.queues.jdbc.QueueTable;
import io.concor.queues.jdbc.Sql;
import io.concor.queues.jdbc.StoreDataSources;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.jdbc.StoreTables;
import io.concor.queues.measure.QueueActivity;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.QueueRow;
import io.concor.queues.row.RowKey;
import io.concor.queues.store.TextFormat;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueueStatusTest {

    private static final QueueDefinition ANY = new QueueDefinition("flow", "slot", Order.ANY, 100);

    /** It moves them, or its connection is silent: to ask each millisecond would help nothing. */
    @Test
    void looksLaterAndLaterForDueEventsThatAnotherProcessHasLocked() throws Exception {
        try (OpenStore store = StoreDatabase.POSTGRESQL.installed();
                Connection other = store.dataSource().getConnection();
                HeldConnection connection = new HeldConnection(
                        StoreDataSources.of(store.dataSource()), store.dialect(), Duration.ofSeconds(10))) {
            StoreTables tables = StoreTables.of(store.dialect());
            QueueRow row = store.inTransaction(c -> tables.queues().open(c, "flow", "slot", QueueTable.LANES));
            TextFormat format = new TextFormat();
            NewRow delayed = new NewRow(row.id(), 0, "one", false, null, format.write("text"), Map.of(), 1);
            store.inTransaction(c -> tables.events().put(c, List.of(delayed)));
            QueueStatus status =
                    new QueueStatus(new LocalQueue(row, ANY, format, new QueueActivity(), () -> {}), tables);
            assertThat(moved(status, connection, 0)).isEmpty();
            long now = status.nextDelayed() + 1000;
            other.setAutoCommit(false);
            Sql.list(other, "select id from concor_delayed for update", found -> found.getLong(1));

            long pause = 0;
            for (int look = 0; look < 10; look++) {
                assertThat(moved(status, connection, now)).isEmpty();
                assertThat(status.nextDelayed() - now).as("pause").isBetween(Math.max(1, pause), 100L);
                pause = status.nextDelayed() - now;
                now = status.nextDelayed();
            }
            assertThat(pause).isEqualTo(100);
            other.rollback();
            assertThat(moved(status, connection, now)).hasSize(1);
        }
    }

    private static List<RowKey> moved(QueueStatus status, HeldConnection connection, long now) throws SQLException {
        List<RowKey> moved = new ArrayList<>();
        status.moveDelayed(connection, now, moved::add);
        return moved;
    }
}
