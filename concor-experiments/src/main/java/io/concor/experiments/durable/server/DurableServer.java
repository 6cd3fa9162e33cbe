package io.concor.experiments.durable.server;

import io.concor.experiments.testbed.Database;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.Workspace;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/**
 * A database with durable commits, which can be killed and started again on its data if it has processes. For one
 * thread, but for {@link #connect()}.
 */
public interface DurableServer extends AutoCloseable {

    /**
     * Starts an empty database.
     *
     * @param folder for its log
     * @param data for its data; does not exist yet, and is not deleted at the end
     */
    static DurableServer start(Workspace workspace, DatabaseKind kind, Path folder, Path data) {
        Database server = kind.server();
        return server == null
                ? new SqliteFile(data.toAbsolutePath())
                : new ServerProcess(
                        workspace, server, Dialect.of(kind), folder.toAbsolutePath(), data.toAbsolutePath());
    }

    Dialect dialect();

    /** Returns the port of the server. */
    int port();

    /** Returns the JDBC URL of this server behind a port. */
    String url(int anyPort);

    /** Opens a connection that commits by itself, not behind a proxy. */
    default Connection connect() throws SQLException {
        return DriverManager.getConnection(
                url(port()), dialect().user(), dialect().password());
    }

    /** Whether it answers. */
    default boolean answers() {
        try (Connection connection = connect()) {
            return connection.isValid(1);
        } catch (SQLException down) {
            return false;
        }
    }

    /**
     * Returns name, version and the settings on which durable commits depend.
     *
     * @throws ExperimentException if one of them has another value: then a result would be worth nothing
     */
    default Map<String, String> requireDurable() {
        try (Connection connection = connect()) {
            return dialect().requireDurable(connection);
        } catch (SQLException failed) {
            throw new ExperimentException("The settings of the database cannot be read", failed);
        }
    }

    /** Returns the process of the server, the parent of those of connections, if there is one and it runs. */
    Optional<ProcessHandle> process();

    /** Whether the database has not ended. */
    boolean runs();

    /** Kills all processes of the server ({@code kill -9}), the first one first, and waits until they have ended. */
    void kill();

    /** Starts a server that has ended on its data. */
    void restart();

    @Override
    void close();
}
