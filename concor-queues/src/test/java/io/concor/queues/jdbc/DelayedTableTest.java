package io.concor.queues.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queues.row.EventRow;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(StoreDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DelayedTableTest extends TableContract {

    private static final long HOUR = 3_600_000;

    @Test
    void keepsDelayedPutsUntilTheyAreDue() throws SQLException {
        put(delayed(row(1, "late"), HOUR), row(1, "a"), delayed(row(2, "later"), 2 * HOUR));

        assertThat(waitingIds()).containsExactly("a");
        assertThat(moveDue(10)).isEmpty();
        advance(HOUR);
        List<RowKey> moved = moveDue(10);

        List<EventRow> waiting = waiting();
        assertThat(waiting).extracting(EventRow::eventId).containsExactly("a", "late");
        assertThat(moved).hasSize(1);
        assertThat(moved.get(0).lane()).isEqualTo(1);
        assertThat(moved.get(0).id())
                .isBetween(waiting.get(0).row().id() + 1, waiting.get(1).row().id());
        assertThat(waiting.get(1).dueAt()).isZero();
        assertThat(depth()).isEqualTo(1);
    }

    @Test
    void movesInTheOrderOfTimesAndNoMoreThanTheLimit() throws SQLException {
        NewRow[] rows = IntStream.range(0, 9)
                .mapToObj(i -> delayed(row(0, "e" + i), HOUR + 1000 * ((i * 2) % 9)))
                .toArray(NewRow[]::new);
        put(rows);
        advance(2 * HOUR);

        assertThat(moveDue(4)).hasSize(1);
        assertThat(waitingIds()).containsExactly("e0", "e5", "e1", "e6");
        assertThat(moveDue(10)).hasSize(1);
        assertThat(waitingIds()).containsExactly("e0", "e5", "e1", "e6", "e2", "e7", "e3", "e8", "e4");
        assertThat(moveDue(10)).isEmpty();
    }

    @Test
    void postponesWithWhatIsKnownOfTheAttempts() throws SQLException {
        RowKey put = put(row(4, "a", "k", new byte[] {7})).get(0);

        assertThat(postpone(put, 1)).isTrue();
        assertThat(waiting()).isEmpty();
        assertThat(moveDue(10)).isEmpty();
        advance(HOUR);
        moveDue(10);

        EventRow back = waiting().get(0);
        assertThat(back.eventId()).isEqualTo("a");
        assertThat(back.key()).isEqualTo("k");
        assertThat(back.message().body()).containsExactly(7);
        assertThat(back.row().lane()).isEqualTo(4);
        assertThat(back.attempts()).isEqualTo(1);
        assertThat(back.failures()).isEqualTo(1);
        assertThat(postpone(back.row(), 2)).isTrue();
        advance(HOUR);
        moveDue(10);
        assertThat(waiting().get(0).failures()).isEqualTo(2);
        assertThat(postpone(put, 1)).isFalse();
    }

    private boolean postpone(RowKey row, int attempts) throws SQLException {
        return store.inTransaction(connection -> {
            boolean copied = delayed.postpone(connection, row, attempts, FAILURE, HOUR);
            events.delete(connection, List.of(row));
            return copied;
        });
    }

    @Test
    void movesEachOnceIfTwoMove() throws SQLException {
        put(IntStream.range(0, 40)
                .mapToObj(i -> delayed(row(i % LANES, "e" + i), HOUR))
                .toArray(NewRow[]::new));
        advance(HOUR);

        Race.of(4, store.dialect(), () -> moveDue(7), () -> depth() == 0);

        assertThat(waitingIds()).hasSize(40).doesNotHaveDuplicates();
    }

    @Test
    void knowsWhenTheNextIsDue() throws SQLException {
        assertThat(nextDue()).isEmpty();
        put(delayed(row(0, "a"), 2 * HOUR));
        long later = nextDue().orElseThrow();
        put(delayed(row(0, "b"), HOUR));

        long next = nextDue().orElseThrow();
        assertThat(later - next).isBetween(HOUR - 60_000, HOUR);
    }

    @Test
    void purgesInPieces() throws SQLException {
        put(delayed(row(0, "a"), HOUR), delayed(row(0, "b"), HOUR), delayed(row(0, "c"), HOUR));

        assertThat(store.<Integer>inTransaction(connection -> delayed.purge(connection, queue.id(), 2)))
                .isEqualTo(2);
        assertThat(depth()).isEqualTo(1);
        assertThat(store.<Integer>inTransaction(connection -> delayed.purge(connection, queue.id(), 2)))
                .isEqualTo(1);
        assertThat(depth()).isZero();
    }

    private OptionalLong nextDue() throws SQLException {
        return store.inTransaction(connection -> delayed.nextDue(connection, queue.id()));
    }

    private long depth() throws SQLException {
        return counts(100).delayed();
    }

    private List<RowKey> moveDue(int limit) throws SQLException {
        return store.inTransaction(connection -> delayed.moveDue(connection, queue.id(), limit));
    }

    private void advance(long millis) throws SQLException {
        store.inTransaction((Connection connection) -> Sql.update(
                connection, "update concor_delayed set due_at = due_at - ? where queue = ?", millis, queue.id()));
    }
}
