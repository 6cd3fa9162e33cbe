package io.concor.queues.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.concor.queues.row.EventRow;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.QueueRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(StoreDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UniquePutTest extends TableContract {

    @Test
    void takesAnIdOnceAlsoInOneBatch() throws SQLException {
        assertThat(put(unique(row(0, "a")), row(0, "a"), unique(row(1, "b")), unique(row(2, "a"))))
                .hasSize(3);
        assertThat(put(unique(row(0, "a")), unique(row(0, "c")), unique(row(0, "b"))))
                .hasSize(1);

        assertThat(waitingIds()).containsExactly("a", "a", "b", "c");
    }

    @Test
    void tellsOfEachRowWhetherItWasDropped() throws SQLException {
        put(unique(row(0, "b")));

        long[] ids = store.inTransaction(
                connection -> events.put(connection, List.of(row(0, "x"), unique(row(0, "b")), unique(row(0, "y")))));

        assertThat(ids[0]).isPositive();
        assertThat(ids[1]).isEqualTo(EventTable.DROPPED);
        assertThat(ids[2]).isGreaterThan(ids[0]);
    }

    @Test
    void distinguishesIdsThatLookAlike() throws SQLException {
        assertThat(put(
                        unique(row(0, "a")),
                        unique(row(0, "A")),
                        unique(row(0, "a ")),
                        unique(row(0, "ä")),
                        unique(row(0, "a\u0308")),
                        unique(row(0, "🙂"))))
                .hasSize(6);
        assertThat(put(unique(row(0, "a ")), unique(row(0, "🙂")))).isEmpty();
    }

    @Test
    void remembersForEachQueue() throws SQLException {
        put(unique(row(0, "a")));
        QueueRow first = queue;
        queue = freshQueue();

        assertThat(put(unique(row(0, "a")))).hasSize(1);
        queue = first;
        assertThat(put(unique(row(0, "a")))).isEmpty();
    }

    @Test
    void remembersWhatIsDelayed() throws SQLException {
        assertThat(put(delayed(unique(row(0, "a")), 60_000))).hasSize(1);
        assertThat(put(unique(row(0, "a")))).isEmpty();
    }

    @Test
    void leavesTheTransactionUsable() throws SQLException {
        put(unique(row(0, "a")));

        store.inTransaction(connection -> {
            assertThat(events.put(connection, List.of(unique(row(0, "a"))))).containsExactly(EventTable.DROPPED);
            return events.put(connection, List.of(unique(row(0, "b"))));
        });

        assertThat(waiting()).extracting(EventRow::eventId).containsExactly("a", "b");
    }

    /** In SQLite, one transaction writes at a time. */
    @Test
    void doesNotWaitForATransactionThatPutsTheSameId() throws SQLException {
        assumeFalse(store.dialect() instanceof SqliteDialect);
        List<NewRow> rows = List.of(row(0, "x"), unique(row(0, "a")), unique(row(0, "b")));
        try (Connection other = store.dataSource().getConnection()) {
            store.dialect().prepare(other);
            events.put(other, List.of(unique(row(0, "b"))));

            assertThatThrownBy(() -> store.inTransaction(connection -> events.putUnlessBusy(connection, rows)))
                    .isInstanceOf(BusyIdException.class);
            other.rollback();
        }
        assertThat(store.<long[]>inTransaction(connection -> events.putUnlessBusy(connection, rows)))
                .doesNotContain(EventTable.DROPPED);
        long[] again = store.inTransaction(connection -> events.putUnlessBusy(connection, rows));
        assertThat(again[0]).isPositive();
        assertThat(again).endsWith(EventTable.DROPPED, EventTable.DROPPED);
    }

    @Test
    void forgetsOldIdsInPieces() throws SQLException {
        put(unique(row(0, "a")), unique(row(0, "b")), unique(row(0, "c")));
        store.inTransaction(connection -> age(connection, 100_000));

        assertThat(forget(200_000, 10)).isZero();
        assertThat(forget(50_000, 2)).isEqualTo(2);
        assertThat(forget(50_000, 2)).isEqualTo(1);

        assertThat(put(unique(row(0, "a")))).hasSize(1);
    }

    private int age(Connection connection, long millis) throws SQLException {
        return Sql.update(connection, "update concor_seen set put_at = put_at - ? where queue = ?", millis, queue.id());
    }

    private int forget(long ageMillis, int limit) throws SQLException {
        return store.inTransaction(connection -> seen.purge(connection, ageMillis, limit));
    }
}
