package io.concor.kafka;

import io.concor.QueueKind;
import io.concor.QueueStoreException;
import io.concor.Transactions;
import io.concor.kafka.administration.RemoteQueueAdministration;
import io.concor.kafka.member.MemberSettings;
import io.concor.kafka.store.KafkaRuntime;
import io.concor.kafka.store.ReadingLimits;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.TopicNames;
import io.concor.kafka.topic.TopicSettings;
import io.concor.queue.EventHeaders;
import io.concor.queue.FlowIdentity;
import io.concor.queue.FlowMembership;
import io.concor.queue.OutcomeReceiver;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueStore;
import io.concor.queue.ResultChannel;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.administration.QueueDirectory;
import io.concor.queues.codec.MessageFormat;
import io.concor.queues.jdbc.DatabaseHealth;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the events of remote slots in Apache Kafka, for all processes that run their flow. Thread-safe.
 *
 * <pre>{@code
 * try (KafkaQueueStore store = KafkaQueueStore.of(Map.of("bootstrap.servers", "localhost:9092"), format)
 *         .partitions(12)
 *         .replication(3)
 *         .build()) {
 *     …
 * }
 * }</pre>
 *
 * <p>An event goes from slot to slot of a store exactly once. With a {@linkplain Builder#database database}, events end in its
 * transactions, with the effects of their tasks there: exactly once. Without one, what tasks do lies elsewhere, and a process that
 * dies repeats the tasks of the events that it had in work.
 */
public final class KafkaQueueStore implements QueueStore, AutoCloseable {

    private final String name;
    private final EventHeaders headers;
    private final @Nullable JdbcQueueStore database;
    private final KafkaRuntime runtime;
    private final Transactions transactions;

    private KafkaQueueStore(Builder builder) {
        name = builder.name;
        headers = builder.headers;
        database = builder.database;
        transactions = database == null
                ? KafkaRuntime.transactions()
                : database.ledger().transactions();
        runtime = KafkaRuntime.start(
                name,
                builder.clients(),
                builder.topics(),
                builder.format,
                builder.database,
                new ReadingLimits(builder.mostBehind, builder.unknownTypes),
                builder.processes);
    }

    /**
     * Begins a store.
     *
     * @param properties those of Kafka's clients: {@code bootstrap.servers}, security; what the store depends on is replaced
     * @param format how messages are written
     */
    public static Builder of(Map<String, Object> properties, MessageFormat format) {
        return new Builder(properties, format);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public QueueKind kind() {
        return QueueKind.REMOTE;
    }

    @Override
    public StoredQueue open(QueueDefinition definition) {
        return runtime.open(definition);
    }

    @Override
    public Set<String> slots(String flow) {
        return runtime.slots(flow);
    }

    @Override
    public FlowMembership join(FlowIdentity identity) {
        return runtime.join(identity);
    }

    @Override
    public ResultChannel results(QueueDefinition results, OutcomeReceiver receiver) {
        return runtime.results(results, receiver);
    }

    /** Returns those of the database; without one, transactions in which nothing is written. */
    @Override
    public Transactions transactions() {
        return transactions;
    }

    @Override
    public boolean sharesTransactions() {
        return database != null && database.sharesTransactions();
    }

    @Override
    public boolean sharesTransactions(Transactions others) {
        return database != null && database.sharesTransactions(others);
    }

    @Override
    public EventHeaders headers() {
        return headers;
    }

    @Override
    public QueueStore base() {
        return database == null ? this : database;
    }

    @Override
    public boolean isInTransaction() {
        return database != null && database.isInTransaction();
    }

    /** Returns what operators see of the queues and do with them. */
    public RemoteQueueAdministration administration() {
        return runtime.administration();
    }

    /** Returns the queues as operators see those of any store. */
    public QueueDirectory directory() {
        return runtime.directory();
    }

    /** Returns whether the store reaches its brokers. */
    public DatabaseHealth.State state() {
        return runtime.state();
    }

    /**
     * Hands out nothing more, writes what was put and has ended, leaves the groups so that other processes take over, and ends
     * the threads. Waits some seconds at most.
     */
    @Override
    public void close() {
        runtime.close();
    }

    /** Ends without a goodbye, as a killed process does: for tests of what happens then. */
    public void vanish() {
        runtime.vanish();
    }

    /** The settings of a store. For one thread. */
    public static final class Builder {

        private static final int PARTITIONS = 12;
        private static final int BROKERS_DEFAULT = -1;
        private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(10);
        private static final Duration REMEMBER = Duration.ofHours(24);
        private static final long MOST_BEHIND = 1_000_000;
        private static final Duration UNKNOWN_TYPES = Duration.ofHours(1);

        private final Map<String, Object> properties;
        private final MessageFormat format;
        private String name = "kafka";
        private TopicNames names = TopicNames.DEFAULT;
        private EventHeaders headers = EventHeaders.NONE;
        private @Nullable JdbcQueueStore database;
        private int partitions = PARTITIONS;
        private int replication = BROKERS_DEFAULT;
        private Duration transactionTimeout = TRANSACTION_TIMEOUT;
        private Duration remember = REMEMBER;
        private long mostBehind = MOST_BEHIND;
        private Duration unknownTypes = UNKNOWN_TYPES;
        private MemberSettings processes = MemberSettings.of(Set.of());

        private Builder(Map<String, Object> properties, MessageFormat format) {
            this.properties = properties;
            this.format = format;
        }

        /** Sets the name shown in the topology. Default: {@code kafka}. */
        public Builder name(String value) {
            name = value;
            return this;
        }

        /**
         * Sets what names of topics, groups and transactional ids begin with. Applications of one cluster that are to have nothing in
         * common need different ones. Default: {@code concor}.
         *
         * @param value 1 to 50 letters, digits or hyphens
         * @throws QueueStoreException if it is none
         */
        public Builder prefix(String value) {
            names = new TopicNames(value);
            return this;
        }

        /** Sets what travels with events besides their messages. Default: nothing. */
        public Builder headers(EventHeaders value) {
            headers = value;
            return this;
        }

        /**
         * Sets the store of a database in whose transactions events end, and are put: they are in their queue if and only if those
         * commit. All processes that handle events of a queue need the same database. It has to be closed after this one. Default:
         * none, so that nothing can be put in a transaction.
         */
        public Builder database(JdbcQueueStore value) {
            database = value;
            return this;
        }

        /**
         * Sets how many partitions new topics for events have, which is the most processes that share a slot. It cannot be
         * changed for a topic that exists. Default: 12.
         */
        public Builder partitions(int value) {
            partitions = value;
            return this;
        }

        /**
         * Sets how many brokers keep each record of new topics, two of which have it before it counts as written ({@code
         * min.insync.replicas}); one is for trials. Default: as the brokers are configured.
         */
        public Builder replication(int value) {
            replication = value;
            return this;
        }

        /** Sets after what time the brokers abort a transaction of a silent process, 1 second to 15 minutes. Default: 10 seconds. */
        public Builder transactionTimeout(Duration value) {
            transactionTimeout = value;
            return this;
        }

        /** Sets how long a second event of the same unique id and key is dropped. Default: 24 hours. */
        public Builder remember(Duration value) {
            remember = value;
            return this;
        }

        /** Sets how many later events of its partition have a delayed event put again at the end. For tests. */
        Builder mostBehind(long value) {
            mostBehind = value;
            return this;
        }

        /** Sets how long events wait whose types are unknown here, before they fail. For tests. */
        Builder unknownTypes(Duration value) {
            unknownTypes = value;
            return this;
        }

        /**
         * Sets digests of flows that may run in other processes although they differ: those of the former version, while instances are
         * replaced one after the other. The error of a refused start shows them. Default: none.
         *
         * @throws QueueStoreException if they are no digests, or more than 20
         */
        public Builder compatibleDigests(Collection<String> values) {
            processes = MemberSettings.of(values);
            return this;
        }

        /** Sets also how often processes publish themselves, and when they are gone. For tests. */
        Builder processes(MemberSettings value) {
            processes = value;
            return this;
        }

        /**
         * Starts the store.
         *
         * @throws QueueStoreException if the brokers cannot be reached, or are older than version 4
         */
        public KafkaQueueStore build() {
            return new KafkaQueueStore(this);
        }

        private ClientSettings clients() {
            return new ClientSettings(properties, names, names.prefix() + "-" + UUID.randomUUID(), transactionTimeout);
        }

        private TopicSettings topics() {
            return new TopicSettings(partitions, replication, remember);
        }
    }
}
