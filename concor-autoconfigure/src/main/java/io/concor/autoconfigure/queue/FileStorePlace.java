package io.concor.autoconfigure.queue;

import io.concor.QueueStoreException;
import io.concor.Transactions;
import io.concor.autoconfigure.properties.section.QueueSettings;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.administration.StoredSlots;
import io.concor.queues.codec.MessageFormat;
import io.concor.queues.sqlite.SqliteFile;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * A SQLite file. The effects of tasks are elsewhere: a transaction of the application and one of the file are two. Thread-safe.
 */
final class FileStorePlace implements StorePlace {

    private static final boolean TRANSACTIONS_PRESENT = ClassUtils.isPresent(
            "org.springframework.transaction.support.TransactionSynchronizationManager",
            FileStorePlace.class.getClassLoader());

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final QueueSettings settings;
    private final boolean driverPresent;

    /** @param loader of the classes of the application; null for the default one */
    FileStorePlace(QueueSettings settings, @Nullable ClassLoader loader) {
        this.settings = settings;
        this.driverPresent = ClassUtils.isPresent("org.sqlite.JDBC", loader);
    }

    @Override
    public String name() {
        return "sqlite";
    }

    @Override
    public JdbcQueueStore open(MessageFormat format) {
        if (!driverPresent) {
            throw QueueStoreSetupException.noSqlite();
        }
        JdbcQueueStore.Builder store = file(format);
        return store.remember(settings.remember()).build();
    }

    private JdbcQueueStore.Builder file(MessageFormat format) {
        try {
            return JdbcQueueStore.file(Path.of(settings.location()), format);
        } catch (InvalidPathException | QueueStoreException unusable) {
            throw QueueStoreSetupException.location(settings.location(), unusable);
        }
    }

    @Override
    public Map<String, Set<String>> slots() throws SQLException {
        Path file = Path.of(settings.location());
        return driverPresent && Files.exists(file) ? slots(file) : Map.of();
    }

    private static Map<String, Set<String>> slots(Path path) throws SQLException {
        try (SqliteFile file = SqliteFile.open(path, 1, PATIENCE);
                Connection connection = file.readers().getConnection()) {
            return StoredSlots.read(connection);
        }
    }

    @Override
    public boolean sharesTransactions() {
        return false;
    }

    @Override
    public boolean sharesTransactions(Transactions others) {
        return false;
    }

    @Override
    public boolean isInTransaction(JdbcQueueStore store) {
        if (store.isInTransaction()) {
            return true;
        }
        if (TRANSACTIONS_PRESENT && TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new QueueStoreException(
                    "No event can be put into a durable queue in a transaction of the application: the queue is in a file (concor.queues.store is sqlite), and would have the event even if the transaction were rolled back. Call accept outside of the transaction, or set concor.queues.store to jdbc",
                    false,
                    null);
        }
        return false;
    }
}
