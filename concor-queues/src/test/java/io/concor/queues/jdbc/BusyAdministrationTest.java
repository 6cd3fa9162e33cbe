package io.concor.queues.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.QueueStoreException;
import io.concor.queues.administration.QueueAdministration;
import io.concor.queues.row.DeadChoice;
import io.concor.queues.row.RowKey;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Operators and others use the database at once. */
@ParameterizedClass
@EnumSource(value = StoreDatabase.class, names = "POSTGRESQL")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class BusyAdministrationTest extends TableContract {

    private static final Duration LONG = Duration.ofSeconds(30);

    private QueueAdministration administration(DataSource dataSource) {
        return new QueueAdministration(StoreDataSources.of(dataSource), LONG, new NothingOpen());
    }

    @Test
    void readsDoNotWaitForAPurgeThatWaitsForALane() throws Exception {
        put(row(0, "a"), row(1, "b"));
        QueueAdministration administration = administration(store.dataSource());
        CompletableFuture<Long> purge;
        try (Connection other = store.dataSource().getConnection()) {
            other.setAutoCommit(false);
            lanes.lock(other, queue.id(), 1);
            purge = CompletableFuture.supplyAsync(() -> administration.purge(queue));
            await("the purge waits").atMost(LONG).until(this::someStatementWaits);

            long depth = CompletableFuture.supplyAsync(() -> administration.report(queue))
                    .get(10, TimeUnit.SECONDS)
                    .depth();

            assertThat(depth).isEqualTo(1);
            assertThat(purge).isNotDone();
            other.rollback();
        }
        assertThat(purge.get(30, TimeUnit.SECONDS)).isEqualTo(2);
    }

    private boolean someStatementWaits() throws SQLException {
        return store.<Long>inTransaction(c -> Sql.number(c, "select count(*) from pg_locks where not granted")) > 0;
    }

    private void die() throws SQLException {
        RowKey put = put(row(0, "dead")).get(0);
        store.inTransaction(connection -> dead.add(connection, put, 1, FAILURE));
        store.inTransaction(connection -> events.delete(connection, List.of(put)));
    }

    @Test
    void whatWasInConflictIsDoneAgain() throws SQLException {
        die();
        AtomicInteger failures = new AtomicInteger(3);

        long requeued = administration(failing(failures, "40P01")).requeue(queue, DeadChoice.ALL);

        assertThat(requeued).isEqualTo(1);
        assertThat(failures).hasValue(-1);
        assertThat(waitingIds()).containsExactly("dead");
    }

    @Test
    void isNotDoneAgainForeverNorIfItCannotSucceed() throws SQLException {
        die();
        AtomicInteger conflicts = new AtomicInteger(100);
        AtomicInteger refusals = new AtomicInteger(100);

        assertThatThrownBy(() -> administration(failing(conflicts, "40P01")).delete(queue, DeadChoice.ALL))
                .isInstanceOf(QueueStoreException.class)
                .hasMessageContaining("could not delete dead letters");
        assertThatThrownBy(() -> administration(failing(refusals, "42000")).delete(queue, DeadChoice.ALL))
                .isInstanceOf(QueueStoreException.class);

        assertThat(conflicts).hasValue(96);
        assertThat(refusals).hasValue(99);
        assertThat(counts(10).dead()).isEqualTo(1);
    }

    /** Returns connections on which so many looks for dead letters fail. */
    private DataSource failing(AtomicInteger failures, String state) {
        return proxy(DataSource.class, (method, arguments) -> {
            Connection real = store.dataSource().getConnection();
            return proxy(Connection.class, (called, parameters) -> {
                boolean looks = parameters != null
                        && parameters[0] instanceof String sql
                        && sql.contains("from concor_dead where")
                        && sql.contains("for update");
                if (looks && failures.getAndDecrement() > 0) {
                    throw new SQLException("planned", state);
                }
                return call(real, called, parameters);
            });
        });
    }

    private interface Handler {
        @Nullable
        Object call(Method method, Object @Nullable [] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Handler handler) {
        return type.cast(Proxy.newProxyInstance(
                BusyAdministrationTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> handler.call(method, arguments)));
    }

    private static @Nullable Object call(Object real, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }
}
