package io.concor.queues.client.jdbc;

import io.concor.queues.client.jdbc.MessageStatements.OutgoingMessage;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stores messages, for {@link StepwiseMessages}. Thread-safe. */
final class MessageInserts {

    private static final String COLUMNS = "queue, sender, receiver, message_id, content, length, sent_at, due_at";

    /** Of a statement. Its text may have twice as many, and a server takes 16 MB if it is not told otherwise. */
    private static final long MOST_BYTES = 4L << 20;

    private final Dialect dialect;
    private final @Nullable String nextId;

    MessageInserts(Dialect dialect) {
        this.dialect = dialect;
        nextId = switch (dialect.id()) {
            case "h2" -> "select next value for concor_message_id";
            case "sqlite" -> nextIdOfSqlite("message");
            default -> null; // the insert makes it
        };
    }

    /** Returns a statement that returns a new id, for messages or queues. */
    static String nextIdOfSqlite(String name) {
        return "update concor_message_id set value = value + 1 where name = '" + name + "' returning value";
    }

    /** Remembers the id of a message, and returns whether it was not remembered, or long ago. */
    boolean remember(Connection connection, int queue, int sender, String id, long now, long rememberMillis)
            throws SQLException {
        return dialect.insertIfAbsent(
                        connection, "concor_message_seen", "queue, sender, message_id, sent_at", queue, sender, id, now)
                || Sql.update(
                                connection,
                                "update concor_message_seen set sent_at = ?"
                                        + " where queue = ? and sender = ? and message_id = ? and sent_at < ?",
                                now,
                                queue,
                                sender,
                                id,
                                now - rememberMillis)
                        == 1;
    }

    /** A message and the numbers of its parties; its receiver is 0 if it is to any client. */
    record NewMessage(int queue, int sender, int receiver, long now, OutgoingMessage outgoing) {

        List<@Nullable Object> values() {
            long delay = outgoing.message().delay().toMillis();
            return Arrays.asList(
                    queue,
                    sender,
                    receiver,
                    outgoing.message().id(),
                    outgoing.content(),
                    outgoing.length(),
                    now,
                    delay == 0 ? 0L : now + delay);
        }
    }

    /** Stores messages and returns their places, which ascend. Where ids are asked for, there is no round trip that one statement saves. */
    List<Long> insert(Connection connection, List<NewMessage> messages) throws SQLException {
        List<Long> ids = new ArrayList<>(messages.size());
        int start = 0;
        while (start < messages.size()) {
            int end = nextId == null ? endOfStatement(messages, start) : start + 1;
            ids.addAll(inserted(connection, messages.subList(start, end)));
            start = end;
        }
        return ids;
    }

    /** A statement has at most some megabytes, unless one message has more. */
    private static int endOfStatement(List<NewMessage> messages, int start) {
        int end = start + 1;
        long bytes = messages.get(start).outgoing().content().length;
        while (end < messages.size()) {
            bytes += messages.get(end).outgoing().content().length;
            if (bytes > MOST_BYTES) {
                break;
            }
            end++;
        }
        return end;
    }

    private List<Long> inserted(Connection connection, List<NewMessage> messages) throws SQLException {
        List<@Nullable Object> values = new ArrayList<>();
        if (nextId != null) {
            long id = Sql.number(connection, nextId);
            values.add(id);
            values.addAll(messages.get(0).values());
            Sql.update(connection, insertion("id, " + COLUMNS, Sql.marks(values.size()), 1), values.toArray());
            return List.of(id);
        }
        messages.forEach(message -> values.addAll(message.values()));
        String row = Sql.marks(values.size() / messages.size());
        if (dialect.id().equals("mariadb")) {
            String sql = insertion("id, " + COLUMNS, "nextval(concor_message_id), " + row, messages.size());
            List<Long> ids = new ArrayList<>(
                    Sql.list(connection, sql + " returning id", found -> found.getLong(1), values.toArray()));
            ids.sort(null);
            return ids;
        }
        long step = messages.size() == 1 ? 1 : Sql.number(connection, "select @@auto_increment_increment");
        String sql = insertion(COLUMNS, row, messages.size());
        return Sql.generated(connection, sql, messages.size(), step, values.toArray());
    }

    private static String insertion(String columns, String row, int rows) {
        return "insert into concor_message (" + columns + ") values "
                + String.join(", ", Collections.nCopies(rows, "(" + row + ")"));
    }
}
