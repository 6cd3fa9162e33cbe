package io.concor.autoconfigure.queue;

import io.concor.Transactions;
import io.concor.autoconfigure.properties.section.QueueSettings;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.administration.StoredSlots;
import io.concor.queues.codec.MessageFormat;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;

/** The database of a data source of the application, whose transactions are those of Spring. Thread-safe. */
final class DatabaseStorePlace implements StorePlace {

    private final QueueSettings settings;
    private final StoreDatabase database;

    DatabaseStorePlace(QueueSettings settings, StoreDatabase database) {
        this.settings = settings;
        this.database = database;
    }

    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public JdbcQueueStore open(MessageFormat format) {
        database.requireConnections();
        return JdbcQueueStore.of(database.dataSource(), format)
                .transactions(database.transactions())
                .remember(settings.remember())
                .build();
    }

    @Override
    public Map<String, Set<String>> slots() throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            return StoredSlots.read(connection);
        }
    }

    @Override
    public boolean sharesTransactions() {
        return true;
    }

    @Override
    public boolean sharesTransactions(Transactions others) {
        return database.transactions().includes(others);
    }

    @Override
    public boolean isInTransaction(JdbcQueueStore store) {
        return store.isInTransaction();
    }
}
