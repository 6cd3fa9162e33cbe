package io.concor.queues.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queues.measure.QueueLevels;
import io.concor.queues.row.KeyHold;
import io.concor.queues.row.QueueRow;
import io.concor.queues.row.RowFailure;
import io.concor.queues.row.RowKey;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(StoreDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CensusStatementsTest extends TableContract {

    private Map<Integer, QueueLevels> levels(List<Integer> numbers, long most) throws SQLException {
        return store.inTransaction(connection -> new CensusStatements(store.dialect()).read(connection, numbers, most));
    }

    @Test
    void readsTheLevelsOfSeveralQueues() throws SQLException {
        QueueRow empty = queue;
        queue = freshQueue();
        List<RowKey> rows = put(row(0, "a"), row(3, "b"), row(3, "c"));
        put(delayed(row(1, "later"), 60_000));
        age(rows.get(1), 5_000);
        store.inTransaction(connection -> dead.add(connection, rows.get(0), 1, FAILURE));

        Map<Integer, QueueLevels> levels = levels(List.of(empty.id(), queue.id()), 100);

        assertThat(levels.get(empty.id())).isEqualTo(new QueueLevels(0, 0, 0));
        assertThat(levels.get(queue.id()).depth()).isEqualTo(3);
        assertThat(levels.get(queue.id()).dead()).isOne();
        assertThat(levels.get(queue.id()).oldestSeconds()).isBetween(5.0, 60.0);
    }

    /** It is read again and again while a queue is full, which may have a hundred thousand dead letters. */
    @Test
    void theDepthIsReadWithoutDeadLetters() throws SQLException {
        List<RowKey> rows = put(row(0, "a"), row(3, "b"), row(3, "c"));
        put(delayed(row(1, "later"), 60_000));
        store.inTransaction(connection -> dead.add(connection, rows.get(0), 1, FAILURE));
        List<String> statements = new ArrayList<>();

        long depth = store.inTransaction(
                connection -> StoreTables.of(store.dialect()).depth(recorded(connection, statements), queue.id(), 10));

        assertThat(depth).isEqualTo(4);
        assertThat(statements).singleElement().asString().doesNotContain("concor_dead");
    }

    private static Connection recorded(Connection real, List<String> statements) {
        return (Connection) Proxy.newProxyInstance(
                CensusStatementsTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")) {
                        statements.add((String) arguments[0]);
                    }
                    return method.invoke(real, arguments);
                });
    }

    private void age(RowKey row, long millis) throws SQLException {
        store.inTransaction(connection -> Sql.update(
                connection,
                "update concor_event set put_at = put_at - ? where queue = ? and lane = ? and id = ?",
                millis,
                row.queue(),
                row.lane(),
                row.id()));
    }

    @Test
    void tellsWhichKeysWaitForAFailureAndUntilWhen() throws SQLException {
        RowFailure slow = new RowFailure("billing", "java.net.SocketTimeoutException", "slow", true);
        List<RowKey> rows = put(
                row(1, "dead", "k1", new byte[0]),
                row(2, "again", "k2", new byte[0]),
                row(2, "behind", "k2", new byte[0]),
                row(3, "skipped"),
                row(4, "beyond", "k3", new byte[0]));
        store.inTransaction(c -> dead.add(c, rows.get(0), 1, slow));
        store.inTransaction(c -> events.delete(c, List.of(rows.get(0))));
        store.inTransaction(c -> events.postpone(c, rows.get(1), 1, slow, 60_000));
        store.inTransaction(c -> dead.add(c, rows.get(3), 1, FAILURE));
        store.inTransaction(c -> Sql.update(
                c,
                "update concor_lane set attempted_to = ? where queue = ?",
                rows.get(3).id(),
                queue.id()));
        store.inTransaction(c -> events.postpone(c, rows.get(4), 1, slow, 60_000));

        List<KeyHold> holds = holds(10);

        assertThat(holds).extracting(KeyHold::key).containsExactly("k1", "k2");
        assertThat(holds).extracting(KeyHold::failure).containsOnly(slow);
        assertThat(holds)
                .extracting(KeyHold::number)
                .containsExactly(rows.get(0).id(), null);
        assertThat(holds.get(0).retryAt()).isNull();
        assertThat(holds.get(1).retryAt() - holds.get(1).since()).isEqualTo(60_000);
        assertThat(holds(1)).hasSize(1);
    }

    private List<KeyHold> holds(int most) throws SQLException {
        return store.inTransaction(
                c -> new CensusStatements(store.dialect()).holds(c, queue.id(), lanes.lanes(c, queue.id()), most));
    }

    @Test
    void countsUpToABound() throws SQLException {
        put(row(0, "a"), row(1, "b"), row(2, "c"));

        assertThat(levels(List.of(queue.id()), 2).get(queue.id()).depth()).isEqualTo(2);
    }
}
