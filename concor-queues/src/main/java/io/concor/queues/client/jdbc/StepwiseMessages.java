package io.concor.queues.client.jdbc;

import io.concor.queues.client.EndRequest;
import io.concor.queues.client.MessageToSend;
import io.concor.queues.client.ReceiveRequest;
import io.concor.queues.client.jdbc.MessageCandidates.Found;
import io.concor.queues.client.jdbc.ReceiveAnswer.State;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Each call is a transaction of some statements: in this process for SQLite and H2; MariaDB and MySQL cannot delete what they find
 * without waiting for others, and tell about it, in one statement.
 */
final class StepwiseMessages implements MessageStatements {

    private static final int MOST_INBOXES = 32;

    private final Dialect dialect;
    private final MessageCandidates candidates;
    private final MessageInserts inserts;

    StepwiseMessages(Dialect dialect) {
        this.dialect = dialect;
        candidates = new MessageCandidates(dialect);
        inserts = new MessageInserts(dialect);
    }

    @Override
    public boolean isStepwise() {
        return true;
    }

    @Override
    public List<SendAnswer> send(Connection connection, List<OutgoingMessage> messages, long rememberMillis)
            throws SQLException {
        List<SendAnswer> answers = new ArrayList<>(messages.size());
        for (OutgoingMessage message : messages) {
            answers.add(send(connection, message, rememberMillis));
        }
        return answers;
    }

    /** The row of the queue is locked against its deletion until the commit. */
    private SendAnswer send(Connection connection, OutgoingMessage outgoing, long rememberMillis) throws SQLException {
        MessageToSend message = outgoing.message();
        String sql = "select id from concor_client_queue where name = ?" + dialect.forShare();
        int queue = (int) Sql.number(connection, sql, message.queue());
        int sender = registered(connection, message.from());
        int receiver = message.to() == null ? 0 : registered(connection, message.to());
        boolean receiverKnown = message.to() == null || receiver > 0;
        if (queue == 0 || sender == 0 || !receiverKnown) {
            return new SendAnswer(sender > 0, queue > 0, receiverKnown, false, 0);
        }
        long now = Sql.number(connection, dialect.selectNow());
        boolean fresh =
                message.id() == null || inserts.remember(connection, queue, sender, message.id(), now, rememberMillis);
        long id = fresh ? inserts.insert(connection, queue, sender, receiver, outgoing, now) : 0;
        return new SendAnswer(true, true, true, fresh, id);
    }

    private static int registered(Connection connection, String client) throws SQLException {
        return (int) Sql.number(connection, "select id from concor_client where name = ? and registered = 1", client);
    }

    @Override
    public List<List<MessageTake>> together(List<MessageTake> takes) {
        return List.of(takes);
    }

    @Override
    public List<ReceiveAnswer> receive(Connection connection, List<MessageTake> takes) throws SQLException {
        return receive(connection, takes, true);
    }

    @Override
    public List<ReceiveAnswer> peek(Connection connection, List<MessageTake> takes) throws SQLException {
        return receive(connection, takes, false);
    }

    private List<ReceiveAnswer> receive(Connection connection, List<MessageTake> all, boolean takes)
            throws SQLException {
        List<ReceiveAnswer> answers = new ArrayList<>(all.size());
        for (MessageTake take : all) {
            answers.add(receive(connection, take, takes));
        }
        return answers;
    }

    private ReceiveAnswer receive(Connection connection, MessageTake take, boolean takes) throws SQLException {
        ReceiveRequest request = take.request();
        Found found = candidates.find(connection, request);
        boolean fromKnown = request.from() == null || found.from() > 0;
        State state = State.EMPTY;
        for (long id : fromKnown ? found.messages() : List.<Long>of()) {
            MessageRow message = takes ? taken(connection, found, id, take) : read(connection, found.queue(), id, "");
            if (message != null) {
                return new ReceiveAnswer(true, true, true, State.FOUND, message);
            }
            state = State.BUSY;
        }
        return new ReceiveAnswer(found.client() > 0, found.queue() > 0, fromKnown, state, null);
    }

    private static @Nullable MessageRow read(Connection connection, int queue, long id, String locking)
            throws SQLException {
        String sql =
                "select m.id, (select s.name from concor_client s where s.id = m.sender), m.receiver, m.message_id,"
                        + " m.content, m.sent_at from concor_message m where m.queue = ? and m.id = ? and m.due_at = 0"
                        + locking;
        List<MessageRow> found = Sql.list(
                connection,
                sql,
                row -> new MessageRow(
                        row.getLong(1),
                        row.getString(2),
                        row.getInt(3) == 0,
                        row.getString(4),
                        row.getBytes(5),
                        row.getLong(6),
                        0),
                queue,
                id);
        return found.isEmpty() ? null : found.get(0);
    }

    private @Nullable MessageRow taken(Connection connection, Found found, long id, MessageTake take)
            throws SQLException {
        MessageRow locked = read(connection, found.queue(), id, dialect.forUpdateSkipLocked());
        if (locked == null) {
            return null;
        }
        if (!take.leases()) {
            String delete = "delete from concor_message where queue = ? and id = ? and due_at = 0";
            return Sql.update(connection, delete, found.queue(), id) == 1 ? locked : null;
        }
        long dueAt = Sql.number(connection, dialect.selectNow()) + take.leaseMillis();
        String lease = "update concor_message set due_at = ?, lessee = ?, receipt = ?"
                + " where queue = ? and id = ? and due_at = 0";
        return Sql.update(connection, lease, dueAt, found.client(), take.receipt(), found.queue(), id) == 1
                ? locked.leasedUntil(dueAt)
                : null;
    }

    @Override
    public List<@Nullable List<String>> waiting(Connection connection, List<String> clients) throws SQLException {
        List<@Nullable List<String>> queues = new ArrayList<>(clients.size());
        for (String client : clients) {
            int id = registered(connection, client);
            queues.add(id == 0 ? null : candidates.queuesWithMessages(connection, id));
        }
        return queues;
    }

    @Override
    public List<MessageEnd.Answer> end(Connection connection, List<MessageEnd> ends) throws SQLException {
        List<MessageEnd.Answer> answers = new ArrayList<>(ends.size());
        for (MessageEnd end : ends) {
            answers.add(end(connection, end.request(), end.receipt()));
        }
        return answers;
    }

    private MessageEnd.Answer end(Connection connection, EndRequest end, MessageReceipt receipt) throws SQLException {
        int lessee = registered(connection, end.client());
        if (lessee == 0) {
            return MessageEnd.Answer.UNKNOWN_CLIENT;
        }
        long number = Sql.number(connection, "select id from concor_client_queue where name = ?", end.queue());
        if (number == 0) {
            return MessageEnd.Answer.UNKNOWN_QUEUE;
        }
        String leased = "select lessee, message_id from concor_message where queue = ? and id = ? and receipt = ?"
                + " and due_at > " + dialect.nowMillis() + dialect.forUpdate();
        List<MessageEnd.Answer> found = Sql.list(
                connection,
                leased,
                row -> !MessageRow.publicId(receipt.id(), row.getString(2)).equals(end.id())
                        ? MessageEnd.Answer.GONE
                        : row.getInt(1) == lessee ? MessageEnd.Answer.ENDED : MessageEnd.Answer.NOT_LEASED_BY_CLIENT,
                number,
                receipt.id(),
                receipt.number());
        MessageEnd.Answer answer = found.isEmpty() ? MessageEnd.Answer.GONE : found.get(0);
        if (answer == MessageEnd.Answer.ENDED) {
            Sql.update(connection, "delete from concor_message where queue = ? and id = ?", number, receipt.id());
        }
        return answer;
    }

    @Override
    public Map<MessageInbox, Integer> filled(Connection connection, List<MessageInbox> inboxes) throws SQLException {
        Map<MessageInbox, Integer> filled = new HashMap<>();
        for (int start = 0; start < inboxes.size(); start += MOST_INBOXES) {
            List<MessageInbox> some = inboxes.subList(start, Math.min(inboxes.size(), start + MOST_INBOXES));
            List<Object> parameters = new ArrayList<>();
            String sql = IntStream.range(0, some.size())
                    .mapToObj(place -> candidates.sendersIn(place, some.get(place), parameters))
                    .collect(Collectors.joining(" union all "));
            Sql.list(
                            connection,
                            sql,
                            row -> Map.entry(some.get(row.getInt(1)).of(row.getString(2)), row.getInt(3)),
                            parameters.toArray())
                    .forEach(found -> filled.merge(found.getKey(), Math.max(1, found.getValue()), Math::max));
        }
        return filled;
    }

    @Override
    public List<ReturnedMessage> giveBack(Connection connection, ReturnChoice choice, int limit) throws SQLException {
        String sql = "select m.queue, m.id, (select q.name from concor_client_queue q where q.id = m.queue),"
                + " (select r.name from concor_client r where r.id = m.receiver),"
                + " (select s.name from concor_client s where s.id = m.sender) from concor_message m where "
                + choice.condition() + " limit ?" + dialect.forUpdateSkipLocked();
        List<Object> parameters = new ArrayList<>(choice.parameters());
        parameters.add(limit);
        List<DueRow> due = Sql.list(
                connection,
                sql,
                row -> new DueRow(
                        row.getInt(1),
                        new ReturnedMessage(row.getLong(2), row.getString(3), row.getString(4), row.getString(5))),
                parameters.toArray());
        String update =
                "update concor_message set due_at = 0, lessee = null, receipt = null where queue = ? and id = ?";
        for (DueRow row : due) {
            Sql.update(connection, update, row.queue(), row.message().id());
        }
        return due.stream().map(DueRow::message).toList();
    }

    private record DueRow(int queue, ReturnedMessage message) {}
}
