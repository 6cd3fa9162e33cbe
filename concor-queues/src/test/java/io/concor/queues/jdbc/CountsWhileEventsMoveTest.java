package io.concor.queues.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queues.administration.QueueAdministration;
import io.concor.queues.administration.QueueReport;
import io.concor.queues.administration.StoredSlots;
import io.concor.queues.row.DeadChoice;
import io.concor.queues.row.RowKey;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** An event that moves from one table to another between two statements is counted all the same. */
@ParameterizedClass
@EnumSource(
        value = StoreDatabase.class,
        names = {"H2", "POSTGRESQL", "MARIADB"})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CountsWhileEventsMoveTest extends TableContract {

    private interface Move {
        void run() throws SQLException;
    }

    /** Returns a connection that moves something, once, between a look at the waiting events and one at the others. */
    private static Connection moving(Connection real, Move move) {
        AtomicBoolean moved = new AtomicBoolean();
        return (Connection) Proxy.newProxyInstance(
                CountsWhileEventsMoveTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    if (readsOthers(arguments) && !moved.getAndSet(true)) {
                        move.run();
                    }
                    return call(real, method, arguments);
                });
    }

    private static boolean readsOthers(Object @Nullable [] arguments) {
        return arguments != null
                && arguments[0] instanceof String sql
                && !sql.contains("concor_event")
                && (sql.contains("concor_delayed") || sql.contains("concor_dead"));
    }

    private static @Nullable Object call(Object real, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }

    private void becomeDue() throws SQLException {
        store.inTransaction(connection -> delayed.moveDue(connection, queue.id(), 10));
    }

    private void requeue() throws SQLException {
        store.inTransaction(connection -> dead.requeue(connection, queue.id(), DeadChoice.ALL, 10));
    }

    private void delay() throws SQLException {
        put(delayed(row(0, "later"), 60_000));
        store.inTransaction(connection ->
                Sql.update(connection, "update concor_delayed set due_at = 1 where queue = ?", queue.id()));
    }

    private void die() throws SQLException {
        RowKey put = put(row(0, "dead")).get(0);
        store.inTransaction(connection -> dead.add(connection, put, 1, FAILURE));
        store.inTransaction(connection -> events.delete(connection, List.of(put)));
    }

    private void forgetOtherQueues() throws SQLException {
        store.inTransaction(c -> Sql.update(c, "delete from concor_queue where id <> ?", queue.id()));
    }

    @Test
    void aDelayedEventThatBecomesDueIsCounted() throws SQLException {
        delay();
        try (Connection connection = moving(store.dataSource().getConnection(), this::becomeDue)) {
            assertThat(StoreTables.of(store.dialect()).depth(connection, queue.id(), 10))
                    .isEqualTo(1);
        }
    }

    @Test
    void aReportCountsADeadLetterThatIsRequeued() throws SQLException {
        die();
        QueueReport report = report(this::requeue);
        assertThat(report.depth() + report.dead()).isEqualTo(1);
    }

    @Test
    void aReportCountsADelayedEventThatBecomesDue() throws SQLException {
        delay();
        QueueReport report = report(this::becomeDue);
        assertThat(report.depth() + report.delayed()).isEqualTo(1);
    }

    private QueueReport report(Move move) {
        DataSource moving = (DataSource) Proxy.newProxyInstance(
                CountsWhileEventsMoveTest.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> moving(store.dataSource().getConnection(), move));
        return new QueueAdministration(StoreDataSources.of(moving), Duration.ofSeconds(10), new NothingOpen())
                .report(queue);
    }

    @Test
    void theSlotOfADeadLetterThatIsRequeuedHasSomething() throws SQLException {
        die();
        forgetOtherQueues();
        try (Connection connection = moving(store.dataSource().getConnection(), this::requeue)) {
            assertThat(StoredSlots.read(connection, store.dialect())).containsKey(queue.flow());
        }
    }

    @Test
    void theSlotOfADelayedEventThatBecomesDueHasSomething() throws SQLException {
        delay();
        forgetOtherQueues();
        try (Connection connection = moving(store.dataSource().getConnection(), this::becomeDue)) {
            assertThat(StoredSlots.read(connection, store.dialect())).containsKey(queue.flow());
        }
    }
}
