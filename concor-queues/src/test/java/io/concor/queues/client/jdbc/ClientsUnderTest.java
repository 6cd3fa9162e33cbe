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
        JdbcQueues opened = new JdbcQueues(dataSources(), store.dialect(), settings, null);
        closing.add(0, opened);
        return opened;
    }

    private StoreDataSources dataSources() throws SQLException {
        if (database != StoreDatabase.SQLITE) {
            return StoreDataSources.of(store.dataSource());
        }
        SqliteFile file = SqliteFile.open(Path.of(store.url()), READERS, PATIENCE);
        closing.add(0, file);
        return StoreDataSources.of(file);
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
