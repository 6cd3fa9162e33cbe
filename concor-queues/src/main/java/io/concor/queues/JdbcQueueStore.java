package io.concor.queues;

import io.concor.QueueKind;
import io.concor.QueueStoreException;
import io.concor.Transactions;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueStore;
import io.concor.queue.StoredQueue;
import io.concor.queues.administration.QueueAdministration;
import io.concor.queues.administration.QueueCensus;
import io.concor.queues.codec.MessageFormat;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.jdbc.StoreDataSources;
import io.concor.queues.ledger.PartitionLedger;
import io.concor.queues.member.MemberSettings;
import io.concor.queues.outbox.HandOvers;
import io.concor.queues.row.RowSpan;
import io.concor.queues.sqlite.SqliteFile;
import io.concor.queues.store.JdbcTransactions;
import io.concor.queues.store.StoreRuntime;
import io.concor.queues.store.StoreSettings;
import io.concor.queues.store.StoreTransactions;
import io.concor.text.Sentence;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the events of durable slots in a database: PostgreSQL, MariaDB, MySQL, a SQLite file, or H2 for tests. Thread-safe.
 *
 * <pre>{@code
 * try (JdbcQueueStore store = JdbcQueueStore.file(Path.of("queues.db"), format).build()) {
 *     …
 * }
 * }</pre>
 *
 * <p>It takes four connections at most for itself, three more for moments, for any number of queues, and one for each transaction
 * that is open.
 */
public final class JdbcQueueStore implements QueueStore, AutoCloseable {

    private static final int FILE_READERS = 3;
    private static final Duration FILE_PATIENCE = Duration.ofSeconds(10);

    private final String name;
    private final StoreTransactions transactions;
    private final StoreRuntime runtime;
    private final QueueAdministration administration;
    private final QueueCensus census;
    private final PartitionLedger ledger;
    private final @Nullable AutoCloseable owned;

    private JdbcQueueStore(Builder builder) {
        name = builder.name;
        transactions = Objects.requireNonNullElseGet(
                builder.transactions, () -> new JdbcTransactions(builder.dataSources.writes()));
        owned = builder.owned;
        runtime = StoreRuntime.start(builder.dataSources, transactions, builder.format, builder.settings());
        administration = new QueueAdministration(builder.dataSources, builder.silence, runtime);
        census = new QueueCensus(administration, runtime);
        census.start();
        ledger = new PartitionLedger(builder.dataSources, runtime.dialect(), transactions, builder.silence);
    }

    /**
     * Begins a store in the database of an application.
     *
     * @param dataSource a pool: the store holds some of its connections for long
     * @param format how messages are written
     */
    public static Builder of(DataSource dataSource, MessageFormat format) {
        return new Builder("jdbc", StoreDataSources.of(dataSource), format, null);
    }

    /**
     * Begins a store in a SQLite file, which is created if it is not there.
     *
     * @param path the file, on a local disk
     * @param format how messages are written
     * @throws QueueStoreException if the file cannot be used
     */
    public static Builder file(Path path, MessageFormat format) {
        try {
            SqliteFile file = SqliteFile.open(path, FILE_READERS, FILE_PATIENCE);
            return new Builder("sqlite", StoreDataSources.of(file), format, file);
        } catch (SQLException failed) {
            throw new QueueStoreException(
                    Sentence.of("The file %s of the queue store cannot be used: %s", path, failed), false, failed);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public QueueKind kind() {
        return QueueKind.DURABLE;
    }

    @Override
    public StoredQueue open(QueueDefinition definition) {
        StoredQueue opened = runtime.open(definition);
        census.look();
        return opened;
    }

    @Override
    public Set<String> slots(String flow) {
        return runtime.slots(flow);
    }

    @Override
    public Transactions transactions() {
        return transactions.transactions();
    }

    @Override
    public boolean sharesTransactions() {
        return true;
    }

    @Override
    public boolean sharesTransactions(Transactions others) {
        return transactions.includes(others);
    }

    @Override
    public boolean isInTransaction() {
        return transactions.isActive();
    }

    /**
     * Returns the connection of the transaction that the calling thread holds, for tasks that write in it. It must be neither
     * closed nor committed by the caller.
     *
     * @throws SQLException if there is no connection
     * @throws IllegalStateException if the thread holds none, or if the transactions are those of a framework, which has its
     *     own way to them
     */
    public Connection connection() throws SQLException {
        if (transactions instanceof JdbcTransactions own) {
            return own.connection();
        }
        throw new IllegalStateException("The transactions of the queue store '" + name
                + "' are those of a framework: get the connection from it");
    }

    /**
     * Returns which rows an outbox of this store has at a moment after this is called, whoever has put them: asks the database.
     *
     * @throws QueueStoreException if the database fails
     */
    public Optional<RowSpan> rows(StoredQueue outbox) {
        return runtime.rows(outbox);
    }

    /** Has events followed from now on that batches of this store put into an outbox. */
    public void follow(StoredQueue outbox, HandOvers by) {
        runtime.follow(outbox, by);
    }

    /** Returns what operators see of the queues and do with them. */
    public QueueAdministration administration() {
        return administration;
    }

    /** Returns what lets events of remote queues end in transactions of this database. */
    public PartitionLedger ledger() {
        return ledger;
    }

    /** Returns what tells the database of this store from all others, for those who keep something about it elsewhere. */
    public String identity() {
        return runtime.identity();
    }

    /** Returns whether the store reaches its database. */
    public DatabaseHealth.State state() {
        return runtime.state();
    }

    /** Has readers of all processes look at once: dead letters were requeued or deleted, or a queue was paused or resumed. */
    public void changed() {
        runtime.changed();
    }

    /**
     * Hands out nothing more, writes what has ended, gives lanes back to other processes and ends the threads. Waits some
     * seconds at most.
     */
    @Override
    public void close() {
        census.close();
        runtime.close();
        closeOwned();
    }

    private void closeOwned() {
        try {
            if (owned != null) {
                owned.close();
            }
        } catch (Exception failed) {
            throw new QueueStoreException("The file of the queue store '" + name + "' cannot be closed", false, failed);
        }
    }

    /** Ends without a goodbye, as a killed process does: for tests of what happens then. */
    public void vanish() {
        census.close();
        runtime.vanish();
    }

    /** The settings of a store. For one thread. */
    public static final class Builder {

        private static final Duration REMEMBER = Duration.ofHours(24);
        private static final Duration SILENCE = Duration.ofSeconds(10);

        private final StoreDataSources dataSources;
        private final MessageFormat format;
        private final @Nullable AutoCloseable owned;
        private String name;
        private @Nullable StoreTransactions transactions;
        private Duration remember = REMEMBER;
        private Duration silence = SILENCE;
        private MemberSettings member =
                MemberSettings.named(ManagementFactory.getRuntimeMXBean().getName());
        private boolean createTables = true;

        private Builder(
                String name, StoreDataSources dataSources, MessageFormat format, @Nullable AutoCloseable owned) {
            this.name = name;
            this.dataSources = dataSources;
            this.format = format;
            this.owned = owned;
        }

        /** Sets the name shown in the topology. Default: {@code jdbc}, or {@code sqlite} for a file. */
        public Builder name(String value) {
            name = value;
            return this;
        }

        /** Sets the transactions of a framework. Default: {@link JdbcTransactions}. */
        public Builder transactions(StoreTransactions value) {
            transactions = value;
            return this;
        }

        /** Sets how long a second event of the same unique id is dropped. Default: 24 hours. */
        public Builder remember(Duration value) {
            remember = value;
            return this;
        }

        /**
         * Sets how long the database may leave a statement of the store without an answer before its connection is given up,
         * where the driver can limit it. Default: 10 seconds.
         */
        public Builder silence(Duration value) {
            silence = value;
            return this;
        }

        /** Sets how this process takes part. Default: a lease of 2.5 s under the name of the JVM. */
        public Builder member(MemberSettings value) {
            member = value;
            return this;
        }

        /** Sets whether missing tables are created. Default: true. */
        public Builder createTables(boolean value) {
            createTables = value;
            return this;
        }

        /**
         * Starts the store.
         *
         * @throws QueueStoreException if the database cannot be reached, or its tables do not fit
         */
        public JdbcQueueStore build() {
            return new JdbcQueueStore(this);
        }

        private StoreSettings settings() {
            return new StoreSettings(name, member, remember, silence, createTables);
        }
    }
}
