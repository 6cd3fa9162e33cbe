package io.concor.queues.client.jdbc;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.concor.queues.client.jdbc.MessageStatements.ReceiveAnswer;
import io.concor.queues.client.jdbc.MessageStatements.ReceiveAnswer.State;
import io.concor.queues.client.jdbc.MessageTake.Reach;
import io.concor.queues.client.jdbc.ReceiveTexts.Candidates;
import io.concor.queues.client.jdbc.ReceiveTexts.Senders;
import io.concor.queues.jdbc.Sql;
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
import java.util.stream.Stream;

/**
 * Takes and reads messages, for several requests of one kind in one round trip and one commit: at first in one statement, which
 * looks at the first candidate of each; then in one for each request that could not have that one, which walks on.
 */
final class PostgresReceives {

    /**
     * How many walks are sent at once. The driver keeps the text of each number of them as a statement of its own, so there are a few
     * numbers only, and walks of no client fill up to the next one.
     */
    private static final List<Integer> TOGETHER = List.of(1, 2, 3, 4, 6, 8, 12, 16);

    private static final int MOST_TOGETHER = Collections.max(TOGETHER);

    private static final State[] STATES = State.values();

    /** The statements that look at first candidates. */
    private final Map<Senders, Statements<String>> heads = new EnumMap<>(Senders.class);
    /** The statements that walk over some candidates, by how many requests they are for. */
    private final Map<Candidates, Statements<NavigableMap<Integer, String>>> walks = new EnumMap<>(Candidates.class);

    /** @param now the time of the database, in SQL */
    PostgresReceives(String now) {
        for (Senders each : Senders.values()) {
            heads.put(each, new Statements<>(each.delete(), each.lease(now), each.read()));
        }
        for (Candidates each : Candidates.values()) {
            walks.put(
                    each, new Statements<>(together(each.delete()), together(each.lease(now)), together(each.read())));
        }
    }

    /** What is done with a message. */
    private enum Use {
        DELETE,
        LEASE,
        READ
    }

    /** What differs by what is done with a message. */
    private record Statements<S>(S delete, S lease, S read) {

        S of(Use use) {
            return switch (use) {
                case DELETE -> delete;
                case LEASE -> lease;
                case READ -> read;
            };
        }
    }

    /** They are made once: the driver finds what it has prepared by the text, which is long. */
    private static NavigableMap<Integer, String> together(String statement) {
        NavigableMap<Integer, String> texts = new TreeMap<>();
        TOGETHER.forEach(count -> texts.put(count, String.join("; ", Collections.nCopies(count, statement))));
        return texts;
    }

    /** What requests have in common that are served together. */
    private record Kind(Reach reach, boolean ofSender, boolean leases) {

        static Kind of(MessageTake take) {
            return new Kind(take.reach(), take.request().from() != null, take.leases());
        }

        Senders senders() {
            return ofSender ? Senders.ONE : Senders.ALL;
        }

        Candidates candidates() {
            if (reach == Reach.FAR) {
                return Candidates.BEHIND_OWN;
            }
            return ofSender ? Candidates.OF_SENDER : Candidates.OF_ALL;
        }
    }

    /** Of one kind each: there are few different statements then. */
    List<List<MessageTake>> together(List<MessageTake> takes) {
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

    List<ReceiveAnswer> receive(Connection connection, List<MessageTake> takes) throws SQLException {
        return answers(connection, takes.get(0).leases() ? Use.LEASE : Use.DELETE, takes);
    }

    List<ReceiveAnswer> peek(Connection connection, List<MessageTake> takes) throws SQLException {
        return answers(connection, Use.READ, takes);
    }

    private List<ReceiveAnswer> answers(Connection connection, Use use, List<MessageTake> takes) throws SQLException {
        Kind kind = Kind.of(takes.get(0));
        return looksAtHeads(kind, takes)
                ? heads(
                        connection,
                        Objects.requireNonNull(heads.get(kind.senders())).of(use),
                        takes)
                : walks(
                        connection,
                        Objects.requireNonNull(walks.get(kind.candidates())).of(use),
                        takes);
    }

    /** If all are of one client and queue, only one of them could have the first message. */
    private static boolean looksAtHeads(Kind kind, List<MessageTake> takes) {
        return kind.reach() == Reach.HEAD
                && takes.stream().map(PostgresReceives::inbox).distinct().count() > 1;
    }

    private static MessageInbox inbox(MessageTake take) {
        return new MessageInbox(
                take.request().queue(), take.request().client(), take.request().from());
    }

    private static List<ReceiveAnswer> heads(Connection connection, String statement, List<MessageTake> takes)
            throws SQLException {
        List<Object> parameters = new ArrayList<>();
        parameters.add(Sql.texts(connection, takes, take -> take.request().client()));
        parameters.add(Sql.texts(connection, takes, take -> take.request().queue()));
        if (takes.get(0).request().from() != null) {
            parameters.add(Sql.texts(connection, takes, take -> take.request().from()));
        }
        if (takes.get(0).leases()) {
            parameters.add(Sql.array(connection, "int8", takes, MessageTake::leaseMillis));
            parameters.add(Sql.array(connection, "int8", takes, MessageTake::receipt));
        }
        return Sql.list(connection, statement, PostgresReceives::received, parameters.toArray());
    }

    /** One execution has one commit: nothing that it took is lost by a failure of another one. */
    private static List<ReceiveAnswer> walks(
            Connection connection, NavigableMap<Integer, String> statements, List<MessageTake> takes)
            throws SQLException {
        Map.Entry<Integer, String> statement = Objects.requireNonNull(statements.ceilingEntry(takes.size()));
        Object[] parameters = Stream.concat(
                        takes.stream(),
                        Collections.nCopies(
                                statement.getKey() - takes.size(), takes.get(0).ofNoClient())
                                .stream())
                .flatMap(PostgresReceives::parameters)
                .toArray();
        return Sql.lists(connection, statement.getValue(), PostgresReceives::received, parameters).stream()
                .flatMap(List::stream)
                .limit(takes.size())
                .toList();
    }

    private static Stream<Object> parameters(MessageTake take) {
        Stream.Builder<Object> parameters = Stream.builder();
        parameters.add(take.request().client()).add(take.request().queue());
        String from = take.request().from();
        if (from != null) {
            parameters.add(from);
        }
        if (take.leases()) {
            parameters.add(take.leaseMillis()).add(take.receipt());
        }
        return parameters.build();
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
}
