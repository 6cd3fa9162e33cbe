package io.concor.queues.store;

import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** What tells one database from another, where others keep something about it: in {@code concor_store}. */
final class StoreIdentity {

    private static final String NAME = "identity";

    private StoreIdentity() {}

    /** Returns it, and makes it if there is none. Several processes may do it at once. */
    static String of(Connection connection, Dialect dialect) throws SQLException {
        List<String> present = read(connection);
        if (present.isEmpty()) {
            dialect.insertIfAbsent(
                    connection,
                    "concor_store",
                    "name, content",
                    NAME,
                    UUID.randomUUID().toString());
            present = read(connection);
        }
        if (present.isEmpty()) {
            throw new SQLException("Another process adds the identity at the same time", "40001");
        }
        return present.get(0);
    }

    private static List<String> read(Connection connection) throws SQLException {
        return Sql.list(connection, "select content from concor_store where name = ?", row -> row.getString(1), NAME);
    }
}
