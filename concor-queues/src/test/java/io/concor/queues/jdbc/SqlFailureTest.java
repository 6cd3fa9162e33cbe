package io.concor.queues.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What real failures mean. */
@ParameterizedClass
@EnumSource(StoreDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SqlFailureTest extends TableContract {

    @Test
    void knowsADuplicateKey() throws SQLException {
        String insert = "insert into concor_consumer (queue, instance) values (?, 'a')";
        store.inTransaction(connection -> Sql.update(connection, insert, queue.id()));

        assertThat(failureOf(connection -> Sql.update(connection, insert, queue.id())))
                .isEqualTo(SqlFailure.DUPLICATE_KEY);
    }

    @Test
    void knowsWhatWillFailAgain() {
        assertThat(failureOf(connection -> Sql.update(connection, "update no_such_table set a = 1")))
                .isEqualTo(SqlFailure.PERMANENT);
        assertThat(failureOf(connection -> Sql.update(connection, "not sql"))).isEqualTo(SqlFailure.PERMANENT);
        assertThat(failureOf(connection ->
                        Sql.update(connection, "insert into concor_consumer (queue, instance) values (1, null)")))
                .isEqualTo(SqlFailure.PERMANENT);
    }

    @Test
    void knowsADeadlock() throws Exception {
        assumeTrue(database != StoreDatabase.SQLITE, "one transaction writes at a time");
        CyclicBarrier bothHoldOne = new CyclicBarrier(2);

        CompletableFuture<SqlFailure> other = CompletableFuture.supplyAsync(() -> lockBoth(1, 0, bothHoldOne));
        SqlFailure mine = lockBoth(0, 1, bothHoldOne);

        assertThat(Stream.of(mine, other.get()).filter(SqlFailure.CONFLICT::equals))
                .isNotEmpty();
        assertThat(Stream.of(mine, other.get()).filter(failure -> failure != SqlFailure.CONFLICT))
                .allMatch(SqlFailure.PERMANENT::equals); // committed
    }

    /** Returns PERMANENT if nothing failed. */
    private SqlFailure lockBoth(int first, int second, CyclicBarrier bothHoldOne) {
        String update = "update concor_lane set attempted_to = 1 where queue = ? and lane = ?";
        try {
            store.inTransaction(connection -> {
                Sql.update(connection, update, queue.id(), first);
                await(bothHoldOne);
                return Sql.update(connection, update, queue.id(), second);
            });
            return SqlFailure.PERMANENT;
        } catch (SQLException failed) {
            return store.dialect().failure(failed);
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    @Test
    void knowsALostConnection() throws SQLException {
        assumeTrue(database != StoreDatabase.SQLITE && database != StoreDatabase.H2, "no server");
        try (Connection victim = store.dataSource().getConnection()) {
            store.dialect().prepare(victim);
            Sql.update(victim, "update concor_queue set paused = 0 where id = ?", queue.id());
            kill(victim);

            SQLException failed = catchThrowableOfType(SQLException.class, () -> {
                Sql.number(victim, "select 1");
                victim.commit();
            });

            assertThat(store.dialect().failure(failed)).isEqualTo(SqlFailure.CONNECTION);
            assertThat(SqlFailure.CONNECTION.isTransient()).isTrue();
        }
    }

    private void kill(Connection victim) throws SQLException {
        boolean postgres = database == StoreDatabase.POSTGRESQL;
        long session = Sql.number(victim, postgres ? "select pg_backend_pid()" : "select connection_id()");
        store.inTransaction(connection -> postgres
                ? Sql.list(connection, "select pg_terminate_backend(?)", row -> "", (int) session)
                : Sql.update(connection, "kill " + session));
    }

    @Test
    void knowsAFullDisk() {
        assumeTrue(database != StoreDatabase.H2, "in memory");
        assertThat(store.dialect().failure(full())).isEqualTo(SqlFailure.DISK_FULL);
    }

    /** SQLite's is made by {@code SqliteFileTest}; that of a server would stop all tests. */
    private SQLException full() {
        return switch (database) {
            case POSTGRESQL -> new SQLException("could not extend file", "53100");
            case MARIADB, MYSQL -> new SQLException("The table is full", "HY000", 1114);
            case SQLITE -> new SQLException("[SQLITE_FULL]", null, 13);
            case H2 -> new SQLException();
        };
    }

    private SqlFailure failureOf(OpenStore.Work<?> work) {
        SQLException failed = catchThrowableOfType(SQLException.class, () -> store.inTransaction(work));
        return store.dialect().failure(failed);
    }
}
