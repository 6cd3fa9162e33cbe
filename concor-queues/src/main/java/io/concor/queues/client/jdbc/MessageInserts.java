package io.concor.queues.client.jdbc;

import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stores messages, for {@link StepwiseMessages}. Thread-safe. */
final class MessageInserts {

    private static final String COLUMNS = "queue, sender, receiver, message_id, content, length, sent_at, due_at";

    private final Dialect dialect;
    private final @Nullable String nextId;

    MessageInserts(Dialect dialect) {
        this.dialect = dialect;
        nextId = switch (dialect.id()) {
            case "mariadb" -> "select nextval(concor_message_id)";
            case "h2" -> "select next value for concor_message_id";
            case "sqlite" -> nextIdOfSqlite("message");
            default -> null; // the column makes it
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

    /** Stores a message and returns its place. */
    long insert(Connection connection, int queue, int sender, int receiver, OutgoingMessage outgoing, long now)
            throws SQLException {
        long delay = outgoing.message().delay().toMillis();
        List<@Nullable Object> values = new ArrayList<>(Arrays.asList(
                queue,
                sender,
                receiver,
                outgoing.message().id(),
                outgoing.content(),
                outgoing.length(),
                now,
                delay == 0 ? 0L : now + delay));
        if (nextId == null) {
            return Sql.firstGenerated(connection, insertion(COLUMNS, values.size()), values.toArray());
        }
        long id = Sql.number(connection, nextId);
        values.add(0, id);
        Sql.update(connection, insertion("id, " + COLUMNS, values.size()), values.toArray());
        return id;
    }

    private static String insertion(String columns, int values) {
        return "insert into concor_message (" + columns + ") values (" + Sql.marks(values) + ")";
    }
}
