package io.concor.queues.client.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queues.client.EndRequest;
import io.concor.queues.client.MessageToSend;
import io.concor.queues.client.ReceiveRequest;
import io.concor.queues.client.jdbc.MessageStatements.ReceiveAnswer;
import io.concor.queues.client.jdbc.MessageTake.Reach;
import io.concor.queues.jdbc.Sql;
import io.concor.queues.jdbc.StoreDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** PostgreSQL looks at few rows, whatever lies in front, and whatever it knew about the table when it made its plans. */
@ParameterizedClass
@EnumSource(value = StoreDatabase.class, names = "POSTGRESQL")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClientPlansTest extends QueuesContract {

    private static final int MANY = 20_000;
    /** After so many runs a statement of the driver has a plan that is kept. */
    private static final int RUNS = 15;

    private static final String INSERT = """
            insert into concor_message (queue, id, sender, receiver, content, length, sent_at, due_at)
            select q.id, nextval('concor_message_id'), s.id, coalesce(r.id, 0), 'x', 1, 0, ?
            from concor_client_queue q join concor_client s on s.name = ? left join concor_client r on r.name = ?,
            generate_series(1, ?) where q.name = ?""";

    private void fill(String from, String to, long dueAt) throws SQLException {
        under.store().inTransaction(c -> Sql.update(c, INSERT, dueAt, from, to, MANY, queue));
    }

    @Test
    void looksAtFewRowsBehindManyForOthers() throws Exception {
        try (Connection connection = under.store().dataSource().getConnection()) {
            PostgresMessages statements = new PostgresMessages(under.store().dialect());
            under.store().inTransaction(c -> Sql.update(c, "analyze concor_message"));
            under.store().dialect().prepare(connection);
            for (int i = 0; i < RUNS; i++) {
                callAll(connection, statements);
            }
            fill(ben, carl, 0); // for another
            fill(carl, anna, Long.MAX_VALUE / 2); // delayed
            fill(carl, anna, 0); // of a sender that is not asked for
            queues.send(MessageToSend.to(anna, ben, queue, "x"));
            queues.send(MessageToSend.toAny(ben, queue, "y"));
            long before = rowsLookedAt(connection);

            int calls = callAll(connection, statements);

            assertThat(rowsLookedAt(connection) - before).isBetween((long) calls, 20L * calls);
            connection.rollback();
        }
    }

    @Test
    void looksAtFewRowsBehindManyOfTheClientItself() throws Exception {
        fill(anna, "", 0);
        queues.send(MessageToSend.toAny(ben, queue, "y"));
        try (Connection connection = under.store().dataSource().getConnection()) {
            PostgresMessages statements = new PostgresMessages(under.store().dialect());
            under.store().dialect().prepare(connection);
            long before = rowsLookedAt(connection);

            MessageTake take = new MessageTake(ReceiveRequest.of(anna, queue), 0);
            statements.receive(connection, List.of(take));
            ReceiveAnswer answer = statements
                    .receive(connection, List.of(take.reaching(Reach.FAR)))
                    .get(0);
            statements.waiting(connection, List.of(anna));

            assertThat(answer.state()).isEqualTo(ReceiveAnswer.State.FOUND);
            assertThat(rowsLookedAt(connection) - before).isBetween(1L, 1_000L);
            connection.rollback();
        }
    }

    private int callAll(Connection connection, PostgresMessages statements) throws SQLException {
        ReceiveRequest all = ReceiveRequest.of(anna, queue);
        MessageTake lease = new MessageTake(all.leased(Duration.ofMinutes(1)), 1);
        statements.peek(connection, List.of(new MessageTake(all, 0)));
        statements.peek(connection, List.of(new MessageTake(all.from(ben), 0)));
        statements.waiting(connection, List.of(anna, ben));
        statements.filled(
                connection,
                List.of(
                        new MessageInbox(queue, anna, ben),
                        new MessageInbox(queue, null, ben),
                        new MessageInbox(queue, null, null)));
        statements.peek(connection, both(all, 0));
        statements.peek(connection, both(all.from(ben), 0));
        statements.receive(connection, both(ReceiveRequest.of(carl, queue).from(ben), 0));
        statements.receive(connection, both(ReceiveRequest.of(carl, queue).leased(Duration.ofMinutes(1)), 2));
        statements.receive(connection, List.of(new MessageTake(all.from(ben), 0)));
        ReceiveAnswer leased = statements.receive(connection, List.of(lease)).get(0);
        statements.end(connection, List.of(end(leased.message()), end(null)));
        return 11;
    }

    /** With one that finds nothing of its own. */
    private List<MessageTake> both(ReceiveRequest request, long receipt) {
        ReceiveRequest ofBen = new ReceiveRequest(ben, "none" + queue, request.from(), request.lease());
        return List.of(new MessageTake(request, receipt), new MessageTake(ofBen, receipt));
    }

    private MessageEnd end(@Nullable MessageRow row) {
        MessageReceipt receipt = new MessageReceipt(row == null ? 0 : row.id(), 1);
        return new MessageEnd(new EndRequest(anna, queue, "" + receipt.id(), receipt.toString()), receipt);
    }

    private static long rowsLookedAt(Connection connection) throws SQLException {
        return Sql.number(
                connection,
                "select sum(seq_tup_read + idx_tup_fetch) from pg_stat_xact_user_tables where relname = 'concor_message'");
    }
}
