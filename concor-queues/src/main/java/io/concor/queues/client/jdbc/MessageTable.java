package io.concor.queues.client.jdbc;

import io.concor.queues.client.ClientMessage;
import io.concor.queues.client.StoredMessage;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.Sql;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The statements on all messages of a queue, for operators and for what is done now and then. Thread-safe. */
final class MessageTable {

    /** So that no age is less. */
    static final long ANY_AGE_MILLIS = Long.MIN_VALUE / 4;
    /** In UTF-8. */
    private static final int MOST_BYTES_OF_CHARACTER = 4;

    private final Dialect dialect;

    MessageTable(Dialect dialect) {
        this.dialect = dialect;
    }

    /**
     * How many messages a queue has.
     *
     * @param oldestMillis the age of the oldest, or null
     */
    record Counts(
            long depth, long delayed, long leased, @Nullable Long oldestMillis) {}

    /**
     * Counts the messages of queues, in one query.
     *
     * @param most of each queue, the oldest ones
     * @return those of each queue, in their order
     */
    List<Counts> counts(Connection connection, List<Integer> queues, int most) throws SQLException {
        String ofOne = " as place, count(*), sum(case when x.due_at > 0 and x.lessee is null then 1 else 0 end),"
                + " sum(case when x.lessee is not null then 1 else 0 end), " + dialect.nowMillis()
                + " - min(x.sent_at) from (select m.due_at, m.lessee, m.sent_at from concor_message m"
                + " where m.queue = ? order by m.id limit ?) x";
        List<Integer> padded = Sql.padded(queues);
        String sql = IntStream.range(0, padded.size())
                .mapToObj(place -> "select " + place + ofOne)
                .collect(Collectors.joining(" union all "));
        Object[] parameters =
                padded.stream().flatMap(queue -> Stream.of(queue, most)).toArray();
        Map<Integer, Counts> counts =
                Sql.list(connection, sql, row -> Map.entry(row.getInt(1), counts(row)), parameters).stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        return IntStream.range(0, queues.size())
                .mapToObj(place -> Objects.requireNonNull(counts.get(place)))
                .toList();
    }

    private static Counts counts(ResultSet row) throws SQLException {
        long age = row.getLong(5);
        Long oldestMillis = row.wasNull() ? null : age;
        return new Counts(row.getLong(2), row.getLong(3), row.getLong(4), oldestMillis);
    }

    /** Reads only the beginnings of contents: a page of whole ones may be larger than the memory. */
    List<StoredMessage> page(Connection connection, int queue, long after, int limit, int mostLength)
            throws SQLException {
        int mostBytes = (int) Math.min(Integer.MAX_VALUE, (long) MOST_BYTES_OF_CHARACTER * mostLength);
        String sql = "select m.id, m.message_id, (select s.name from concor_client s where s.id = m.sender),"
                + " (select r.name from concor_client r where r.id = m.receiver), substr(m.content, 1, ?), m.length,"
                + " m.sent_at, m.due_at, (select l.name from concor_client l where l.id = m.lessee) from concor_message m"
                + " where m.queue = ? and m.id > ? order by m.id limit ?";
        return Sql.list(connection, sql, row -> stored(row, mostLength), mostBytes, queue, after, limit);
    }

    private static StoredMessage stored(ResultSet row, int mostLength) throws SQLException {
        long id = row.getLong(1);
        long dueAt = row.getLong(8);
        byte[] content = row.getBytes(5);
        return new StoredMessage(
                id,
                new ClientMessage(
                        MessageRow.publicId(id, row.getString(2)),
                        row.getString(3),
                        row.getString(4),
                        content == null ? "" : beginning(new String(content, StandardCharsets.UTF_8), mostLength),
                        Instant.ofEpochMilli(row.getLong(7))),
                row.getInt(6),
                dueAt == 0 ? null : Instant.ofEpochMilli(dueAt),
                row.getString(9));
    }

    /** The last character of the bytes may be cut off; there are enough before it. */
    private static String beginning(String content, int mostLength) {
        return content.codePointCount(0, content.length()) <= mostLength
                ? content
                : content.substring(0, content.offsetByCodePoints(0, mostLength));
    }

    /** Returns the place of the last message of a queue; 0 if it is empty. */
    static long last(Connection connection, int queue) throws SQLException {
        return Sql.number(connection, "select id from concor_message where queue = ? order by id desc limit 1", queue);
    }

    /**
     * Returns the place of one of the next messages of a queue: up to it there are a number of them; 0 if there are none.
     *
     * @param after the place behind which they begin
     * @param upTo the last place that counts
     */
    static long boundary(Connection connection, int queue, long after, long upTo, int messages) throws SQLException {
        String sql = "select max(x.id) from (select m.id from concor_message m"
                + " where m.queue = ? and m.id > ? and m.id <= ? order by m.id limit ?) x";
        return Sql.number(connection, sql, queue, after, upTo, messages);
    }

    /** Deletes the messages of a queue between two places that are so old at least. */
    int purge(Connection connection, int queue, long after, long upTo, long ageMillis) throws SQLException {
        String sql = "delete from concor_message where queue = ? and id > ? and id <= ? and sent_at <= "
                + dialect.nowMillis() + " - ?";
        return Sql.update(connection, sql, queue, after, upTo, ageMillis);
    }

    /**
     * A queue of messages.
     *
     * @param id its number
     * @param exists whether it is there; if not, it is deleted
     */
    record FilledQueue(int id, boolean exists) {}

    /** Returns the next queue that has messages. */
    static Optional<FilledQueue> nextQueue(Connection connection, int after) throws SQLException {
        return Sql.list(
                        connection,
                        "select m.queue, (select count(*) from concor_client_queue q where q.id = m.queue) from concor_message m"
                                + " where m.queue > ? order by m.queue, m.id limit 1",
                        row -> new FilledQueue(row.getInt(1), row.getInt(2) == 1),
                        after)
                .stream()
                .findFirst();
    }

    /** Returns how long it is until a lease or a delay ends, if there are any. */
    OptionalLong millisToDue(Connection connection) throws SQLException {
        String sql = "select due_at - " + dialect.nowMillis()
                + " from concor_message where due_at > 0 order by due_at limit 1";
        return Sql.list(connection, sql, row -> row.getLong(1)).stream()
                .mapToLong(Long::longValue)
                .findFirst();
    }

    /** Forgets ids of messages, in one statement. Returns how many, at most the limit. */
    int forget(Connection connection, long ageMillis, int limit) throws SQLException {
        String old = "sent_at < " + dialect.nowMillis() + " - ? order by sent_at limit ?";
        String some =
                switch (dialect.id()) {
                    case "postgresql" ->
                        "ctid = any (array(select ctid from concor_message_seen where " + old
                                + " for update skip locked))";
                    case "mariadb", "mysql" -> old;
                    default ->
                        "(queue, sender, message_id) in (select queue, sender, message_id from concor_message_seen where "
                                + old + ")";
                };
        return Sql.update(connection, "delete from concor_message_seen where " + some, ageMillis, limit);
    }
}
