package io.concor.queues.client.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.OpenStore;
import io.concor.queues.jdbc.Sql;
import io.concor.queues.jdbc.StoreDataSources;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.store.FailingDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is deleted, some at a time: nothing else waits for all of it. */
@ParameterizedClass
@EnumSource(StoreDatabase.class)
class ClientsCleaningTest {

    private static final int DELETED_QUEUE = 77;
    private static final int MANY = 2_500;
    private static final Duration REMEMBER = Duration.ofHours(1);

    @Parameter
    StoreDatabase database;

    private OpenStore store;
    private FailingDataSource counting;
    private ClientsCleaning cleaning;
    private long nanos = 1;

    @BeforeEach
    void open() throws Exception {
        store = database.installedForClients();
        counting = new FailingDataSource(store.dataSource());
        HeldConnection connection = new HeldConnection(
                new StoreDataSources(counting, counting, false), store.dialect(), Duration.ofSeconds(10));
        cleaning = new ClientsCleaning(new MessageTable(store.dialect()), connection, () -> nanos, REMEMBER);
    }

    @AfterEach
    void close() throws Exception {
        store.close();
    }

    private void message(Connection connection, int queue, int id) throws SQLException {
        Sql.update(
                connection,
                "insert into concor_message (queue, id, sender, receiver, content, length, sent_at, due_at)"
                        + " values (?, ?, 1, 0, ?, 1, 0, 0)",
                queue,
                id,
                new byte[] {'x'});
    }

    private long count(String table) throws SQLException {
        return store.inTransaction(c -> Sql.number(c, "select count(*) from " + table));
    }

    /** Ends what is due. Returns the steps. */
    private int stepUntilNothingIsDue() throws SQLException {
        int steps = 0;
        while (cleaning.isDue()) {
            cleaning.step();
            steps++;
        }
        return steps;
    }

    @Test
    void deletesMessagesOfQueuesThatAreNotThereSomeAtAStep() throws Exception {
        store.inTransaction(c -> {
            Sql.update(c, "insert into concor_client_queue (name, created_by, created_at) values ('there', 'anna', 0)");
            message(c, (int) Sql.number(c, "select id from concor_client_queue"), MANY + 1);
            for (int id = 1; id <= MANY; id++) {
                message(c, DELETED_QUEUE, id);
            }
            return true;
        });

        for (long left = count("concor_message"); left > 1; left = count("concor_message")) {
            cleaning.step();
            assertThat(count("concor_message")).isGreaterThanOrEqualTo(left - ClientsCleaning.MOST_DELETED);
        }

        stepUntilNothingIsDue();
        assertThat(count("concor_message")).isEqualTo(1);
    }

    @Test
    void deletesWhatItIsToldOf() throws Exception {
        stepUntilNothingIsDue();
        store.inTransaction(c -> {
            message(c, DELETED_QUEUE, 1);
            return true;
        });
        assertThat(cleaning.isDue()).isFalse();

        cleaning.deleted(DELETED_QUEUE);

        assertThat(stepUntilNothingIsDue()).isPositive();
        assertThat(count("concor_message")).isZero();
    }

    @Test
    void forgetsOldIdsInFewStatementsAndLooksAgainLater() throws Exception {
        long now = store.inTransaction(c -> Sql.number(c, store.dialect().selectNow()));
        store.inTransaction(c -> {
            for (int id = 0; id < MANY; id++) {
                seen(c, id, now - REMEMBER.toMillis() - 1);
            }
            seen(c, MANY, now);
            return true;
        });
        counting.forgetStatements();

        stepUntilNothingIsDue();

        assertThat(count("concor_message_seen")).isEqualTo(1);
        assertThat(counting.statements("delete from concor_message_seen")).hasSize(3);
        nanos += TimeUnit.HOURS.toNanos(1);
        assertThat(stepUntilNothingIsDue()).isPositive();
        assertThat(count("concor_message_seen")).isEqualTo(1);
    }

    private static void seen(Connection connection, int id, long sentAt) throws SQLException {
        Sql.update(
                connection,
                "insert into concor_message_seen (queue, sender, message_id, sent_at) values (1, 1, ?, ?)",
                "id" + id,
                sentAt);
    }
}
