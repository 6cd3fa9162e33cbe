package io.concor.queues.client.jdbc;

import io.concor.queues.client.QueuesSettings;
import io.concor.queues.jdbc.OpenStore;
import io.concor.queues.jdbc.Sql;
import io.concor.queues.jdbc.StoreDataSources;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.sqlite.SqliteFile;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/** A database, and the queues of processes that share it. */
final class ClientsUnderTest implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int READERS = 4;

    private final StoreDatabase database;
    private final OpenStore store;
    private final List<AutoCloseable> closing = new ArrayList<>();

    private ClientsUnderTest(StoreDatabase database, OpenStore store) {
        this.database = database;
        this.store = store;
    }

    static ClientsUnderTest on(StoreDatabase database) throws Exception {
        return new ClientsUnderTest(database, database.installedForClients());
    }

    /** Opens the queues, as another process would. */
    JdbcQueues open(QueuesSettings settings) throws SQLException {
        return open(settings, UnaryOperator.identity());
    }

    /**
     * Opens the queues, as another process would.
     *
     * @param through returns what calls that write go through on their way to the database
     */
    JdbcQueues open(QueuesSettings settings, UnaryOperator<DataSource> through) throws SQLException {
        JdbcQueues opened = new JdbcQueues(dataSources(through), store.dialect(), settings, null);
        closing.add(0, opened);
        return opened;
    }

    private StoreDataSources dataSources(UnaryOperator<DataSource> through) throws SQLException {
        if (database != StoreDatabase.SQLITE) {
            return StoreDataSources.of(through.apply(store.dataSource()));
        }
        SqliteFile file = SqliteFile.open(Path.of(store.url()), READERS, PATIENCE);
        closing.add(0, file);
        return new StoreDataSources(through.apply(file.writer()), file.readers(), false);
    }

    long number(String sql, Object... parameters) throws SQLException {
        return store.inTransaction(connection -> Sql.number(connection, sql, parameters));
    }

    OpenStore store() {
        return store;
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable each : closing) {
            each.close();
        }
        store.close();
    }
}
