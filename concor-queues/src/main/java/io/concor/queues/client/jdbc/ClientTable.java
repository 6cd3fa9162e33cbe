package io.concor.queues.client.jdbc;

import io.concor.queues.client.QueueExistsException;
import io.concor.queues.client.QueueFilledException;
import io.concor.queues.client.QueueLimitException;
import io.concor.queues.client.QueuesSettings;
import io.concor.queues.client.UnknownClientException;
import io.concor.queues.client.UnknownQueueException;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The statements on clients and queues. They are rare: a call is a transaction of a few of them. Thread-safe. */
final class ClientTable {

    private final Dialect dialect;
    private final QueuesSettings settings;

    ClientTable(Dialect dialect, QueuesSettings settings) {
        this.dialect = dialect;
        this.settings = settings;
    }

    /** A queue as it was created. */
    record CreatedQueue(int id, String name, String createdBy, Instant createdAt) {}

    boolean register(Connection connection, String client) throws SQLException {
        if (isRegistered(connection, client)) {
            return false;
        }
        boolean cameBack = Sql.update(
                        connection, "update concor_client set registered = 1 where name = ? and registered = 0", client)
                == 1;
        if (cameBack) {
            return true;
        }
        if (Sql.number(connection, "select count(*) from concor_client") >= settings.mostClients()) { // they are kept
            throw new QueueLimitException("clients", settings.mostClients(), "max-clients");
        }
        return dialect.insertIfAbsent(
                connection, "concor_client", "name, registered, created_at", client, 1, now(connection));
    }

    long count(Connection connection) throws SQLException {
        return Sql.number(connection, "select count(*) from concor_client where registered = 1");
    }

    private long now(Connection connection) throws SQLException {
        return Sql.number(connection, dialect.selectNow());
    }

    void leave(Connection connection, String client) throws SQLException {
        String sql = "update concor_client set registered = 0 where name = ? and registered = 1";
        if (Sql.update(connection, sql, client) == 0) {
            throw new UnknownClientException(client);
        }
    }

    private static boolean isRegistered(Connection connection, String client) throws SQLException {
        return Sql.number(connection, "select count(*) from concor_client where name = ? and registered = 1", client)
                == 1;
    }

    private static void requireRegistered(Connection connection, String client) throws SQLException {
        if (!isRegistered(connection, client)) {
            throw new UnknownClientException(client);
        }
    }

    boolean create(Connection connection, String client, String queue) throws SQLException {
        requireRegistered(connection, client);
        CreatedQueue present = find(connection, queue);
        if (present == null) {
            if (Sql.number(connection, "select count(*) from concor_client_queue") >= settings.mostQueues()) {
                throw new QueueLimitException("queues", settings.mostQueues(), "max-queues");
            }
            if (insert(connection, client, queue)) {
                return true;
            }
            present = find(connection, queue);
        }
        if (present == null) {
            throw new SQLTransactionRollbackException(
                    "Queue '" + queue + "' was created and deleted by others meanwhile", "40001");
        }
        if (!present.createdBy().equals(client)) {
            throw new QueueExistsException(queue, present.createdBy());
        }
        return false;
    }

    private boolean insert(Connection connection, String client, String queue) throws SQLException {
        String columns = "name, created_by, created_at";
        if (!dialect.id().equals("sqlite")) {
            return dialect.insertIfAbsent(connection, "concor_client_queue", columns, queue, client, now(connection));
        }
        // without an id of our own, it would use that of a deleted queue again
        long id = Sql.number(connection, MessageInserts.nextIdOfSqlite("queue"));
        return dialect.insertIfAbsent(
                connection, "concor_client_queue", "id, " + columns, id, queue, client, now(connection));
    }

    /** Returns a queue, or null. */
    private static @Nullable CreatedQueue find(Connection connection, String queue) throws SQLException {
        List<CreatedQueue> found = queues(connection, " where name = ?", queue);
        return found.isEmpty() ? null : found.get(0);
    }

    private static List<CreatedQueue> queues(Connection connection, String condition, @Nullable Object... parameters)
            throws SQLException {
        return Sql.list(
                connection,
                "select id, name, created_by, created_at from concor_client_queue" + condition,
                row -> new CreatedQueue(
                        row.getInt(1), row.getString(2), row.getString(3), Instant.ofEpochMilli(row.getLong(4))),
                parameters);
    }

    static CreatedQueue require(Connection connection, String queue) throws SQLException {
        CreatedQueue found = find(connection, queue);
        if (found == null) {
            throw new UnknownQueueException(queue);
        }
        return found;
    }

    static List<CreatedQueue> queues(Connection connection, @Nullable String after, int limit) throws SQLException {
        return queues(
                connection, " where name > ? order by name limit ?", Objects.requireNonNullElse(after, ""), limit);
    }

    /** Returns which of some queues are there. */
    static Set<String> existing(Connection connection, List<String> queues) throws SQLException {
        List<String> padded = Sql.padded(queues);
        String sql = "select name from concor_client_queue where name in (" + Sql.marks(padded.size()) + ")";
        return new HashSet<>(Sql.list(connection, sql, row -> row.getString(1), padded.toArray()));
    }

    /**
     * Deletes a queue; its messages are deleted later. Waits for those who are just sending: they have locked its row, so all that
     * they stored is seen here.
     *
     * @return the number of the queue
     */
    int delete(Connection connection, String client, String queue, boolean force) throws SQLException {
        requireRegistered(connection, client);
        String lock = "select id from concor_client_queue where name = ?" + dialect.forUpdate();
        int id = (int) Sql.number(connection, lock, queue);
        if (id == 0) {
            throw new UnknownQueueException(queue);
        }
        String anyMessage = "select id from concor_message where queue = ? limit 1";
        if (!force
                && !Sql.list(connection, anyMessage, row -> row.getLong(1), id).isEmpty()) {
            throw new QueueFilledException(queue);
        }
        Sql.update(connection, "delete from concor_client_queue where id = ?", id);
        return id;
    }

    /** Returns names of queues in one query, which also tells whether the client is registered. */
    static List<String> names(Connection connection, String client, @Nullable String after, int limit)
            throws SQLException {
        List<String> names = new ArrayList<>(Sql.list(
                connection,
                "select coalesce(q.name, '') from concor_client c left join ("
                        + "select name from concor_client_queue where name > ? order by name limit ?) q on 1 = 1"
                        + " where c.name = ? and c.registered = 1 order by q.name",
                row -> row.getString(1),
                Objects.requireNonNullElse(after, ""),
                limit,
                client));
        if (names.isEmpty()) {
            throw new UnknownClientException(client);
        }
        names.remove(""); // there is no queue
        return names;
    }

    static List<String> clients(Connection connection, @Nullable String after, int limit) throws SQLException {
        return Sql.list(
                connection,
                "select name from concor_client where registered = 1 and name > ? order by name limit ?",
                row -> row.getString(1),
                Objects.requireNonNullElse(after, ""),
                limit);
    }
}
