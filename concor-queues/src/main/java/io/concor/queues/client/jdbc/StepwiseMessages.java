package io.concor.queues.client.jdbc;

import io.concor.queues.client.EndRequest;
import io.concor.queues.client.MessageToSend;
import io.concor.queues.client.ReceiveRequest;
import io.concor.queues.client.jdbc.MessageCandidates.Found;
import io.concor.queues.client.jdbc.MessageInserts.NewMessage;
import io.concor.queues.client.jdbc.MessageStatements.ReceiveAnswer.State;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private final String parties;

    StepwiseMessages(Dialect dialect) {
        this.dialect = dialect;
        candidates = new MessageCandidates(dialect);
        inserts = new MessageInserts(dialect);
        String client = "coalesce((select c.id from concor_client c where c.name = ? and c.registered = 1), 0)";
        parties = "select q.id, " + client + ", " + client + ", " + dialect.nowMillis()
                + " from concor_client_queue q where q.name = ?" + dialect.forShare();
    }

    @Override
    public boolean isStepwise() {
        return true;
    }

    /** What messages have in common whose parties are looked up once. */
    private record Address(
            String from, String queue, @Nullable String to) {

        static Address of(MessageToSend message) {
            return new Address(message.from(), message.queue(), message.to());
        }
    }

    /** Ids are remembered one by one, so that the second of two in one call is known. */
    @Override
    public List<SendAnswer> send(Connection connection, List<OutgoingMessage> messages, long rememberMillis)
            throws SQLException {
        Map<Address, Parties> known = new HashMap<>();
        List<SendAnswer> answers = new ArrayList<>(messages.size());
        List<NewMessage> fresh = new ArrayList<>(messages.size());
        for (OutgoingMessage outgoing : messages) {
            MessageToSend message = outgoing.message();
            Parties parties = known.get(Address.of(message));
            if (parties == null) {
                parties = parties(connection, message);
                known.put(Address.of(message), parties);
            }
            boolean taken = parties.areKnown() && isFresh(connection, parties, message.id(), rememberMillis);
            answers.add(parties.answer(taken));
            if (taken) {
                fresh.add(
                        new NewMessage(parties.queue(), parties.sender(), parties.receiver(), parties.now(), outgoing));
            }
        }
        Iterator<Long> ids = inserts.insert(connection, fresh).iterator();
        return answers.stream()
                .map(answer -> answer.taken() ? answer.at(ids.next()) : answer)
                .toList();
    }

    /**
     * Numbers of a sender, a queue and a receiver.
     *
     * @param queue 0: there is none of the name
     * @param sender 0: it is not registered
     * @param receiver 0: it is not registered, or there is none
     * @param toAny whether there is none
     * @param now the time of the database
     */
    private record Parties(int queue, int sender, int receiver, boolean toAny, long now) {

        boolean areKnown() {
            return queue > 0 && sender > 0 && (toAny || receiver > 0);
        }

        SendAnswer answer(boolean taken) {
            return new SendAnswer(sender > 0, queue > 0, toAny || receiver > 0, taken, 0);
        }
    }

    /** The row of the queue is locked against its deletion until the commit. */
    private Parties parties(Connection connection, MessageToSend message) throws SQLException {
        boolean toAny = message.to() == null;
        String to = Objects.requireNonNullElse(message.to(), "");
        List<Parties> found = Sql.list(
                connection,
                parties,
                row -> new Parties(row.getInt(1), row.getInt(2), row.getInt(3), toAny, row.getLong(4)),
                message.from(),
                to,
                message.queue());
        return found.isEmpty()
                ? new Parties(0, registered(connection, message.from()), registered(connection, to), toAny, 0)
                : found.get(0);
    }

    private boolean isFresh(Connection connection, Parties parties, @Nullable String id, long rememberMillis)
            throws SQLException {
        return id == null
                || inserts.remember(connection, parties.queue(), parties.sender(), id, parties.now(), rememberMillis);
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
            MessageRow message = takes ? taken(connection, found, id, take) : seen(connection, found, id);
            if (message != null) {
                return new ReceiveAnswer(true, true, true, State.FOUND, message);
            }
            state = State.BUSY;
        }
        return new ReceiveAnswer(found.client() > 0, found.queue() > 0, fromKnown, state, null);
    }

    /** A row, and the time of the database. */
    private record ReadRow(MessageRow message, long now) {}

    private List<ReadRow> read(Connection connection, Found found, long id, String locking) throws SQLException {
        String sql =
                "select m.id, (select s.name from concor_client s where s.id = m.sender), m.receiver, m.message_id,"
                        + " m.content, m.sent_at, " + dialect.nowMillis()
                        + " from concor_message m where m.queue = ? and m.id = ? and m.due_at = 0" + locking;
        return Sql.list(
                connection,
                sql,
                row -> new ReadRow(
                        new MessageRow(
                                row.getLong(1),
                                row.getString(2),
                                row.getInt(3) == 0,
                                row.getString(4),
                                row.getBytes(5),
                                row.getLong(6),
                                0),
                        row.getLong(7)),
                found.queue(),
                id);
    }

    private @Nullable MessageRow seen(Connection connection, Found found, long id) throws SQLException {
        List<ReadRow> rows = read(connection, found, id, "");
        return rows.isEmpty() ? null : rows.get(0).message();
    }

    private @Nullable MessageRow taken(Connection connection, Found found, long id, MessageTake take)
            throws SQLException {
        List<ReadRow> locked = read(connection, found, id, dialect.forUpdateSkipLocked());
        if (locked.isEmpty()) {
            return null;
        }
        MessageRow message = locked.get(0).message();
        if (!take.leases()) {
            String delete = "delete from concor_message where queue = ? and id = ? and due_at = 0";
            return Sql.update(connection, delete, found.queue(), id) == 1 ? message : null;
        }
        long dueAt = locked.get(0).now() + take.leaseMillis();
        String lease = "update concor_message set due_at = ?, lessee = ?, receipt = ?"
                + " where queue = ? and id = ? and due_at = 0";
        return Sql.update(connection, lease, dueAt, found.client(), take.receipt(), found.queue(), id) == 1
                ? message.leasedUntil(dueAt)
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
            answers.add(
                    isEnded(connection, end.request(), end.receipt())
                            ? MessageEnd.Answer.ENDED
                            : refusal(connection, end.request(), end.receipt()));
        }
        return answers;
    }

    private boolean isEnded(Connection connection, EndRequest end, MessageReceipt receipt) throws SQLException {
        boolean isPlace = end.id().equals(Long.toString(receipt.id()));
        String sql =
                "delete from concor_message where queue = (select q.id from concor_client_queue q where q.name = ?)"
                        + " and id = ? and receipt = ? and due_at > " + dialect.nowMillis()
                        + " and lessee = (select c.id from concor_client c where c.name = ? and c.registered = 1)"
                        + (isPlace ? " and (message_id is null or message_id = ?)" : " and message_id = ?");
        return Sql.update(connection, sql, end.queue(), receipt.id(), receipt.number(), end.client(), end.id()) == 1;
    }

    private MessageEnd.Answer refusal(Connection connection, EndRequest end, MessageReceipt receipt)
            throws SQLException {
        if (registered(connection, end.client()) == 0) {
            return MessageEnd.Answer.UNKNOWN_CLIENT;
        }
        long queue = Sql.number(connection, "select id from concor_client_queue where name = ?", end.queue());
        if (queue == 0) {
            return MessageEnd.Answer.UNKNOWN_QUEUE;
        }
        String leased = "select message_id from concor_message where queue = ? and id = ? and receipt = ? and due_at > "
                + dialect.nowMillis();
        List<String> ids = Sql.list(
                connection,
                leased,
                row -> MessageRow.publicId(receipt.id(), row.getString(1)),
                queue,
                receipt.id(),
                receipt.number());
        return ids.contains(end.id()) ? MessageEnd.Answer.NOT_LEASED_BY_CLIENT : MessageEnd.Answer.GONE;
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
