package io.concor.queues.client.jdbc;

import static java.util.stream.Collectors.toMap;

import io.concor.queues.client.MessageToSend;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.Sql;
import io.concor.text.Sentence;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Each call is one statement, and one round trip; of {@linkplain PostgresReceives receives}, those that are alike. */
final class PostgresMessages implements MessageStatements {

    /** Of a {@link ReturnChoice}; with its parameters, and a limit. */
    private static final String GIVE_BACK = """
        with due as materialized (
          select m.queue, m.id from concor_message m where %s limit ? for update skip locked),
        back as (
          update concor_message m set due_at = 0, lessee = null, receipt = null from due d
          where m.queue = d.queue and m.id = d.id returning m.id, m.queue, m.receiver, m.sender)
        select b.id, q.name, r.name, s.name from back b join concor_client s on s.id = b.sender
        left join concor_client r on r.id = b.receiver left join concor_client_queue q on q.id = b.queue""";

    private final String sendOne;
    private final String sendMany;
    private final String waiting = PostgresTexts.waiting();
    private final String end;
    private final String filled = PostgresTexts.filled();
    private final PostgresReceives receives;

    PostgresMessages(Dialect dialect) {
        String now = dialect.nowMillis();
        sendOne = PostgresTexts.sendOne(now);
        sendMany = PostgresTexts.sendMany(now);
        end = PostgresTexts.end(now);
        receives = new PostgresReceives(now);
    }

    @Override
    public boolean isStepwise() {
        return false;
    }

    @Override
    public List<SendAnswer> send(Connection connection, List<OutgoingMessage> messages, long rememberMillis)
            throws SQLException {
        return messages.size() == 1
                ? sendOne(connection, messages.get(0), rememberMillis)
                : sendMany(connection, messages, rememberMillis);
    }

    private List<SendAnswer> sendOne(Connection connection, OutgoingMessage outgoing, long rememberMillis)
            throws SQLException {
        MessageToSend message = outgoing.message();
        return Sql.list(
                connection,
                sendOne,
                PostgresMessages::sent,
                message.from(),
                message.queue(),
                message.to(),
                outgoing.content(),
                outgoing.length(),
                message.id(),
                message.delay().toMillis(),
                Sql.texts(connection, List.of(message), MessageToSend::queue),
                rememberMillis);
    }

    private List<SendAnswer> sendMany(Connection connection, List<OutgoingMessage> outgoing, long rememberMillis)
            throws SQLException {
        List<MessageToSend> messages =
                outgoing.stream().map(OutgoingMessage::message).toList();
        byte[][] contents = outgoing.stream().map(OutgoingMessage::content).toArray(byte[][]::new);
        return Sql.list(
                connection,
                sendMany,
                PostgresMessages::sent,
                Sql.texts(connection, messages, MessageToSend::from),
                Sql.texts(connection, messages, MessageToSend::queue),
                Sql.texts(connection, messages, MessageToSend::to),
                connection.createArrayOf("bytea", contents),
                Sql.array(connection, "int4", outgoing, OutgoingMessage::length),
                Sql.texts(connection, messages, MessageToSend::id),
                Sql.array(
                        connection, "int8", messages, message -> message.delay().toMillis()),
                connection.createArrayOf(
                        "text",
                        messages.stream().map(MessageToSend::queue).distinct().toArray()),
                rememberMillis);
    }

    private static SendAnswer sent(ResultSet row) throws SQLException {
        return new SendAnswer(
                row.getBoolean(1), row.getBoolean(2), row.getBoolean(3), row.getBoolean(4), row.getLong(5));
    }

    @Override
    public List<List<MessageTake>> together(List<MessageTake> takes) {
        return receives.together(takes);
    }

    @Override
    public List<ReceiveAnswer> receive(Connection connection, List<MessageTake> takes) throws SQLException {
        return receives.receive(connection, takes);
    }

    @Override
    public List<ReceiveAnswer> peek(Connection connection, List<MessageTake> takes) throws SQLException {
        return receives.peek(connection, takes);
    }

    @Override
    public List<@Nullable List<String>> waiting(Connection connection, List<String> clients) throws SQLException {
        List<@Nullable List<String>> queues = new ArrayList<>(Collections.nCopies(clients.size(), null));
        Array names = connection.createArrayOf("text", clients.toArray());
        Sql.list(
                connection,
                waiting,
                row -> {
                    int place = row.getInt(1) - 1;
                    List<String> found = queues.get(place);
                    if (found == null) {
                        found = new ArrayList<>();
                        queues.set(place, found);
                    }
                    String queue = row.getString(2);
                    return queue != null && found.add(queue);
                },
                names);
        return queues;
    }

    @Override
    public List<MessageEnd.Answer> end(Connection connection, List<MessageEnd> ends) throws SQLException {
        return Sql.list(
                connection,
                end,
                PostgresMessages::ended,
                Sql.texts(connection, ends, each -> each.request().client()),
                Sql.texts(connection, ends, each -> each.request().queue()),
                Sql.texts(connection, ends, each -> each.request().id()),
                Sql.array(connection, "int8", ends, each -> each.receipt().id()),
                Sql.array(connection, "int8", ends, each -> each.receipt().number()));
    }

    private static MessageEnd.Answer ended(ResultSet row) throws SQLException {
        if (!row.getBoolean(1)) {
            return MessageEnd.Answer.UNKNOWN_CLIENT;
        }
        if (!row.getBoolean(2)) {
            return MessageEnd.Answer.UNKNOWN_QUEUE;
        }
        if (row.getBoolean(3)) {
            return MessageEnd.Answer.ENDED;
        }
        return row.getBoolean(4) ? MessageEnd.Answer.NOT_LEASED_BY_CLIENT : MessageEnd.Answer.GONE;
    }

    @Override
    public Map<MessageInbox, Integer> filled(Connection connection, List<MessageInbox> inboxes) throws SQLException {
        return Sql.list(
                        connection,
                        filled,
                        row -> Map.entry(inboxes.get(row.getInt(1) - 1).of(row.getString(2)), row.getInt(3)),
                        Sql.texts(connection, inboxes, MessageInbox::client),
                        Sql.texts(connection, inboxes, MessageInbox::queue),
                        Sql.texts(connection, inboxes, MessageInbox::from))
                .stream()
                .collect(toMap(Map.Entry::getKey, Map.Entry::getValue, Math::max));
    }

    @Override
    public List<ReturnedMessage> giveBack(Connection connection, ReturnChoice choice, int limit) throws SQLException {
        List<Object> parameters = new ArrayList<>(choice.parameters());
        parameters.add(limit);
        return Sql.list(
                connection,
                Sentence.of(GIVE_BACK, choice.condition()),
                row -> new ReturnedMessage(row.getLong(1), row.getString(2), row.getString(3), row.getString(4)),
                parameters.toArray());
    }
}
