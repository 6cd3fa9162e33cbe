package io.concor.queues.client.jdbc;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;

import io.concor.queues.client.MessageToSend;
import io.concor.queues.client.jdbc.PostgresTexts.Candidates;
import io.concor.queues.client.jdbc.ReceiveAnswer.State;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.Sql;
import io.concor.text.Sentence;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Each call is one statement, and one round trip; several receives of one kind are several statements in one round trip and one
 * commit.
 */
final class PostgresMessages implements MessageStatements {

    /**
     * How many receives are sent at once. The driver keeps the text of each number of them as a statement of its own, so there are a few
     * numbers only, and receives of no client fill up to the next one.
     */
    private static final List<Integer> TOGETHER = List.of(1, 2, 3, 4, 6, 8, 12, 16);

    private static final int MOST_TOGETHER = Collections.max(TOGETHER);

    private static final State[] STATES = State.values();

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
    private final Map<Candidates, Takes> takes = new EnumMap<>(Candidates.class);

    PostgresMessages(Dialect dialect) {
        String now = dialect.nowMillis();
        sendOne = PostgresTexts.sendOne(now);
        sendMany = PostgresTexts.sendMany(now);
        end = PostgresTexts.end(now);
        for (Candidates each : Candidates.values()) {
            takes.put(each, new Takes(together(each.delete()), together(each.lease(now)), together(each.read())));
        }
    }

    /** The statements over some candidates, by how many receives they are for. */
    private record Takes(
            NavigableMap<Integer, String> delete,
            NavigableMap<Integer, String> lease,
            NavigableMap<Integer, String> read) {}

    /** They are made once: the driver finds what it has prepared by the text, which is long. */
    private static NavigableMap<Integer, String> together(String statement) {
        NavigableMap<Integer, String> texts = new TreeMap<>();
        TOGETHER.forEach(count -> texts.put(count, String.join("; ", Collections.nCopies(count, statement))));
        return texts;
    }

    /** What requests have in common that are served by one statement. */
    private record Kind(Candidates candidates, boolean leases) {

        static Kind of(MessageTake take) {
            return new Kind(candidates(take), take.leases());
        }

        private static Candidates candidates(MessageTake take) {
            if (take.behindOwn()) {
                return Candidates.BEHIND_OWN;
            }
            return take.request().from() == null ? Candidates.OF_ALL : Candidates.OF_SENDER;
        }
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
                texts(connection, List.of(message), MessageToSend::queue),
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
                texts(connection, messages, MessageToSend::from),
                texts(connection, messages, MessageToSend::queue),
                texts(connection, messages, MessageToSend::to),
                connection.createArrayOf("bytea", contents),
                array(connection, "int4", outgoing, OutgoingMessage::length),
                texts(connection, messages, MessageToSend::id),
                array(connection, "int8", messages, message -> message.delay().toMillis()),
                connection.createArrayOf(
                        "text",
                        messages.stream().map(MessageToSend::queue).distinct().toArray()),
                rememberMillis);
    }

    private static SendAnswer sent(ResultSet row) throws SQLException {
        return new SendAnswer(
                row.getBoolean(1), row.getBoolean(2), row.getBoolean(3), row.getBoolean(4), row.getLong(5));
    }

    private static <T> Array texts(Connection connection, List<T> values, Function<T, @Nullable String> text)
            throws SQLException {
        return array(connection, "text", values, text);
    }

    private static <T, R extends @Nullable Object> Array array(
            Connection connection, String type, List<T> values, Function<T, R> value) throws SQLException {
        return connection.createArrayOf(type, values.stream().map(value).toArray());
    }

    /** Of one kind each: there are few different statements then. */
    @Override
    public List<List<MessageTake>> together(List<MessageTake> takes) {
        List<List<MessageTake>> lists = new ArrayList<>();
        for (List<MessageTake> some : takes.stream()
                .collect(groupingBy(Kind::of, LinkedHashMap::new, toList()))
                .values()) {
            for (int start = 0; start < some.size(); start += MOST_TOGETHER) {
                lists.add(some.subList(start, Math.min(some.size(), start + MOST_TOGETHER)));
            }
        }
        return lists;
    }

    @Override
    public List<ReceiveAnswer> receive(Connection connection, List<MessageTake> takes) throws SQLException {
        Kind kind = Kind.of(takes.get(0));
        Takes statements = statements(kind);
        return all(connection, kind.leases() ? statements.lease() : statements.delete(), takes);
    }

    @Override
    public List<ReceiveAnswer> peek(Connection connection, List<MessageTake> takes) throws SQLException {
        return all(connection, statements(Kind.of(takes.get(0))).read(), takes);
    }

    private Takes statements(Kind kind) {
        Takes present = takes.get(kind.candidates());
        if (present == null) {
            throw new IllegalStateException(kind.candidates().name());
        }
        return present;
    }

    /** One execution has one commit: nothing that it took is lost by a failure of another one. */
    private static List<ReceiveAnswer> all(
            Connection connection, NavigableMap<Integer, String> statements, List<MessageTake> takes)
            throws SQLException {
        Map.Entry<Integer, String> statement = Objects.requireNonNull(statements.ceilingEntry(takes.size()));
        List<Object> parameters = new ArrayList<>();
        takes.forEach(take -> addParameters(parameters, take));
        for (int count = takes.size(); count < statement.getKey(); count++) {
            addParameters(parameters, takes.get(0).ofNoClient());
        }
        return Sql.lists(connection, statement.getValue(), PostgresMessages::received, parameters.toArray()).stream()
                .flatMap(List::stream)
                .limit(takes.size())
                .toList();
    }

    private static void addParameters(List<Object> parameters, MessageTake take) {
        parameters.add(take.request().client());
        parameters.add(take.request().queue());
        String from = take.request().from();
        if (from != null) {
            parameters.add(from);
        }
        if (take.leases()) {
            parameters.add(take.leaseMillis());
            parameters.add(take.receipt());
        }
    }

    private static ReceiveAnswer received(ResultSet row) throws SQLException {
        State state = STATES[row.getInt(4)];
        return new ReceiveAnswer(
                row.getInt(1) > 0,
                row.getInt(2) > 0,
                row.getBoolean(3),
                state,
                state == State.FOUND
                        ? new MessageRow(
                                row.getLong(5),
                                row.getString(6),
                                row.getInt(7) == 0,
                                row.getString(8),
                                row.getBytes(9),
                                row.getLong(10),
                                row.getLong(11))
                        : null);
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
                texts(connection, ends, each -> each.request().client()),
                texts(connection, ends, each -> each.request().queue()),
                texts(connection, ends, each -> each.request().id()),
                array(connection, "int8", ends, each -> each.receipt().id()),
                array(connection, "int8", ends, each -> each.receipt().number()));
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
                        texts(connection, inboxes, MessageInbox::client),
                        texts(connection, inboxes, MessageInbox::queue),
                        texts(connection, inboxes, MessageInbox::from))
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
