package io.concor.queues.schema;

import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.Sql;
import io.concor.queues.jdbc.SqlFailure;
import io.concor.text.Sentence;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * A family of tables in one database: those of durable queues, or those of the message queues for clients. Any number of
 * processes may {@link #install} them at once, also while other tools create tables.
 *
 * <p>Versions of Concor differ in what they add: one runs on the tables of a newer one, which ignores what it does not know. It
 * does not run on those of an older one, but adds what is missing if it may create tables. Thread-safe.
 */
public final class Schema {

    private static final int ATTEMPTS = 5;

    private final Dialect dialect;
    private final TableFamily family;
    private final SchemaScript script;

    /** Creates the description of the tables of durable queues; does nothing in the database. */
    public Schema(Dialect dialect) {
        this(dialect, TableFamily.SLOTS);
    }

    /** Creates the description of a family of tables; does nothing in the database. */
    public Schema(Dialect dialect, TableFamily family) {
        this.dialect = dialect;
        this.family = family;
        script = SchemaScript.of(dialect, family);
    }

    /** Returns the script that creates the tables. It can be run by hand, and again; its name is {@link #scriptName}. */
    public String script() {
        return script.text();
    }

    /** Returns the name of the script, such as {@code schema-postgresql.sql}: a resource in the folder of this package. */
    public String scriptName() {
        return script.name();
    }

    /**
     * Creates the tables if they are missing or older, exactly once among all processes that do so, and verifies them. Ends any
     * transaction of the connection, and leaves its settings as they were.
     *
     * @throws SchemaException if they cannot be created, or do not fit
     * @throws SQLException if the connection fails
     */
    public void install(Connection connection) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        try {
            connection.setAutoCommit(true);
            if (version(connection) < family.version()) {
                create(connection);
            }
            check(connection);
        } finally {
            connection.setAutoCommit(autoCommit);
        }
    }

    /**
     * Verifies the tables, and creates nothing. Ends any transaction of the connection, and leaves its settings as they were.
     *
     * @throws SchemaException if one is missing or does not fit
     * @throws SQLException if the connection fails
     */
    public void verify(Connection connection) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        try {
            connection.setAutoCommit(true); // in PostgreSQL, a missing table would end a transaction
            check(connection);
        } finally {
            connection.setAutoCommit(autoCommit);
        }
    }

    /** Returns whether there are tables. Creates and verifies nothing. */
    public boolean isPresent(Connection connection) throws SQLException {
        return version(connection) > 0;
    }

    private void create(Connection connection) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                SchemaLock.of(dialect).run(connection, () -> runScript(connection));
                return;
            } catch (SQLException failed) {
                if (dialect.failure(failed) == SqlFailure.CONNECTION) {
                    throw failed;
                }
                if (attempt == ATTEMPTS) { // another tool may create tables at the same time
                    throw new SchemaException(
                            dialect.name(),
                            List.of("they cannot be created (" + SchemaCheck.firstLine(failed) + ")"),
                            Sentence.of(
                                    "Give the user of the database the right to create tables, or run %s",
                                    script.name()),
                            failed);
                }
            }
        }
    }

    /** Each statement does nothing if another process was first. */
    private void runScript(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String part : script.statements()) {
                statement.execute(part);
            }
        }
    }

    private void check(Connection connection) throws SQLException {
        List<String> problems = new SchemaCheck(dialect, connection).problems(script.tables());
        if (!problems.isEmpty()) {
            throw new SchemaException(
                    dialect.name(),
                    problems,
                    Sentence.of(
                            "Run %s (in concor-queues, folder io/concor/queues/schema), which creates what is missing and leaves the rest, or let Concor create its tables; change by hand what differs",
                            script.name()),
                    null);
        }
        requireReadable(connection);
    }

    private void requireReadable(Connection connection) throws SQLException {
        long readableFrom = Sql.number(
                connection, "select readable_from from " + family.versions() + " order by version desc limit 1");
        if (readableFrom > family.version()) {
            throw new SchemaException(
                    dialect.name(),
                    List.of(Sentence.of(
                            "they are of a newer Concor, which older ones up to version %d of the tables cannot use",
                            readableFrom - 1)),
                    "Use that version of Concor in all processes of this database",
                    null);
        }
    }

    /** Returns the version of the tables; 0 if there are none. */
    private int version(Connection connection) throws SQLException {
        if (!new SchemaCheck(dialect, connection).mayExist(family.versions())) {
            return 0;
        }
        try {
            return (int) Sql.number(connection, "select max(version) from " + family.versions());
        } catch (SQLException failed) { // those that exist lie in another schema
            if (dialect.failure(failed) != SqlFailure.PERMANENT) {
                throw failed;
            }
            return 0;
        }
    }
}
