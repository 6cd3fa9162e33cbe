package io.concor.kafka.topic;

import io.concor.QueueStoreException;
import io.concor.kafka.record.RecordBound;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Makes the clients of a store: by the properties of the user, and what the store depends on, which wins. Thread-safe.
 */
public final class ClientSettings {

    /** What the producer that ends events is used for. */
    public static final String ENDS = "ends";

    private static final String USE_OF_ENDS = "-" + ENDS;
    /** Begins the name of the store in that of a member's client. */
    private static final String OF_INSTANCE = "@";

    private static final int SESSION_MILLIS = 6_000;
    private static final int HEARTBEAT_MILLIS = 2_000;
    /** The client's default. */
    private static final int MOST_BETWEEN_POLLS_MILLIS = 300_000;
    /** The client's default. */
    private static final int LARGEST_RECORD = 1 << 20;

    private static final int MOST_POLLED = 1_000;
    private static final int LINGER_MILLIS = 2;
    /** So long one queue, whose topic is gone, has the puts or ends of others wait. */
    private static final int MOST_BLOCKED_MILLIS = 10_000;
    /**
     * Brokers need some eleven seconds (their {@code broker.session.timeout.ms}, and a heartbeat) until they write without one that was
     * killed: what is to be delivered waits for that, rather than being written anew just then.
     */
    private static final int LEAST_DELIVERY_MILLIS = 20_000;

    /** Of records that others put, who may put larger ones: what becomes of them has to be written. */
    private static final int LARGEST_OF_OTHERS = 16 << 20;
    /** On the order of keys, on single records and on the group of a queue the store depends: the settings of clients that say otherwise. */
    private static final Set<String> OWN = Set.of(
            ProducerConfig.PARTITIONER_CLASS_CONFIG,
            ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG,
            ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            ConsumerConfig.GROUP_ID_CONFIG,
            ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
            ConsumerConfig.GROUP_PROTOCOL_CONFIG,
            ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG);

    private static final Duration SHORTEST_TRANSACTION = Duration.ofSeconds(1);
    /** What brokers allow by default. */
    private static final Duration LONGEST_TRANSACTION = Duration.ofMinutes(15);

    private static final int MOST_DELIVERY_MILLIS = 120_000;
    /** A leader that waits for a killed follower answers by then, and is asked again. */
    private static final int DELIVERY_REQUEST_MILLIS = 10_000;
    /** A transaction may have to wait for the markers of the one before it. */
    private static final int TRANSACTION_BACKOFF_MILLIS = 5;

    private static final int ADMINISTRATION_MILLIS = 60_000;
    /** What is read there is known to be there; a fetch in advance must not have others wait. */
    private static final int READER_WAIT_MILLIS = 10;

    private final Map<String, Object> properties;
    private final TopicNames names;
    private final String instance;
    private final Duration transactionTimeout;

    /** With the default names. */
    public ClientSettings(Map<String, Object> properties, String instance, Duration transactionTimeout) {
        this(properties, TopicNames.DEFAULT, instance, transactionTimeout);
    }

    /**
     * @param properties those of the user: at least {@code bootstrap.servers}
     * @param names how topics and transactions are named
     * @param instance the name of this store among all processes, new at each start
     * @param transactionTimeout after what time the broker aborts a transaction whose process is silent, 1 second to 15 minutes
     */
    public ClientSettings(
            Map<String, Object> properties, TopicNames names, String instance, Duration transactionTimeout) {
        if (transactionTimeout.compareTo(SHORTEST_TRANSACTION) < 0
                || transactionTimeout.compareTo(LONGEST_TRANSACTION) > 0) {
            throw new QueueStoreException(
                    Sentence.of(
                            "The setting transactionTimeout of the Kafka store is %s; it needs to be 1 second to 15 minutes",
                            transactionTimeout),
                    false,
                    null);
        }
        Map<String, Object> others = new HashMap<>(properties);
        others.keySet().removeAll(OWN);
        this.properties = Map.copyOf(others);
        this.names = names;
        this.instance = instance;
        this.transactionTimeout = transactionTimeout;
    }

    /** Returns the name of this store among all processes. */
    public String instance() {
        return instance;
    }

    /** Returns how topics are named. */
    public TopicNames names() {
        return names;
    }

    /** Returns after what time the broker aborts a transaction whose process is silent. */
    public Duration transactionTimeout() {
        return transactionTimeout;
    }

    /** Returns how many bytes the record of an event may have, as the user's {@code max.request.size} says. */
    public int largestRecord() {
        return set(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, LARGEST_RECORD);
    }

    /** Returns how long a member may take to give a partition up before the group goes on without it. */
    public Duration longestRevocation() {
        long most = set(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, MOST_BETWEEN_POLLS_MILLIS);
        return Duration.ofMillis(most - most / 4);
    }

    /** Returns whether a transactional id is that of a process's producer of ends. */
    public static boolean endsEvents(String transactionalId) {
        return transactionalId.endsWith(USE_OF_ENDS);
    }

    /**
     * Returns whether a member of a group is the process that a producer of ends belongs to.
     *
     * @param clientId the name of the member's client
     * @param transactionalId that of the producer
     */
    public static boolean isMember(String clientId, String transactionalId) {
        int end = transactionalId.length() - USE_OF_ENDS.length();
        return endsEvents(transactionalId) && clientId.endsWith(OF_INSTANCE + transactionalId.substring(0, end));
    }

    /** Returns the client for topics, offsets and groups. */
    public Admin admin() {
        return Admin.create(with(Map.of()));
    }

    /** Returns a producer that writes each record once, in the order of its calls. */
    public KafkaProducer<byte[], byte[]> producer() {
        return producer(Map.of());
    }

    /**
     * Returns a producer of transactions, which is not initialized.
     *
     * @param use what it is for; one producer at a time for each use
     */
    public KafkaProducer<byte[], byte[]> transactionalProducer(String use) {
        return producer(transactions(use));
    }

    /** Returns what is set for a producer of transactions. */
    Map<String, Object> transactions(String use) {
        Map<String, Object> own = new HashMap<>(Map.of(
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                instance + "-" + use,
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                (int) transactionTimeout.toMillis(),
                ProducerConfig.RETRY_BACKOFF_MS_CONFIG,
                TRANSACTION_BACKOFF_MILLIS,
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG, // what others have put in may have grown
                largestOfAll()));
        own.putAll(deliveryWithin(transactionTimeout.toMillis()));
        return own;
    }

    private int largestOfAll() {
        return Math.max(largestRecord(), LARGEST_OF_OTHERS) + 4 * RecordBound.RESERVE;
    }

    /** What is not delivered in the time of a transaction is in none any more. Of what the user has set, as much as that allows stays. */
    private Map<String, Object> deliveryWithin(long millis) {
        int most = (int) Math.max(LEAST_DELIVERY_MILLIS, Math.min(MOST_DELIVERY_MILLIS, millis));
        int delivery = set(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, most);
        int linger = Math.min(set(ProducerConfig.LINGER_MS_CONFIG, 0), delivery / 2);
        int request =
                Math.min(set(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, DELIVERY_REQUEST_MILLIS), delivery - linger);
        return Map.of(
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                delivery,
                ProducerConfig.LINGER_MS_CONFIG,
                linger,
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                request);
    }

    private int set(String setting, int otherwise) {
        Object set = properties.get(setting);
        return set == null ? otherwise : Integer.parseInt(set.toString().trim());
    }

    /**
     * Returns a producer of transactions for what comes to a queue out of a database, which is not initialized. There is one at a time
     * in all processes: a later one has the earlier one fail. None of its calls blocks for longer than a transaction may last, as
     * one of the database is open meanwhile.
     *
     * @param outbox its name, the same in all these processes
     */
    public KafkaProducer<byte[], byte[]> relay(String outbox) {
        return producer(Map.of(
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                outbox,
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                (int) transactionTimeout.toMillis(),
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                (int) transactionTimeout.toMillis(),
                ProducerConfig.RETRY_BACKOFF_MS_CONFIG,
                TRANSACTION_BACKOFF_MILLIS,
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG, // its setting may have been larger when an event was put
                largestOfAll()));
    }

    /**
     * Returns a producer of transactions for changes of a queue by a person, which is not initialized. There is one at a time in
     * all processes: a later one has the earlier one fail.
     */
    public KafkaProducer<byte[], byte[]> administrator(String queue) {
        return producer(Map.of(
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                names.prefix() + "-administration-" + queue,
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                ADMINISTRATION_MILLIS,
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG, // what others have put in may be larger
                largestRecord() + 4 * RecordBound.RESERVE));
    }

    private KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
        Map<String, Object> all = with(more);
        all.remove(ProducerConfig.RETRIES_CONFIG); // the time of the delivery bounds them
        all.put(ProducerConfig.ACKS_CONFIG, "all");
        all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        all.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, more.isEmpty() ? LINGER_MILLIS : 0);
        all.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, MOST_BLOCKED_MILLIS);
        return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * Returns a consumer of a group, which reads what is committed, and whose offsets are written by transactions only. Others see by
     * its name {@linkplain #isMember whose} it is.
     *
     * @param assignment how the group shares partitions: settings of the consumer
     */
    public KafkaConsumer<byte[], byte[]> member(String group, Map<String, Object> assignment) {
        Map<String, Object> own = new HashMap<>(assignment);
        own.putAll(Map.of(
                ConsumerConfig.CLIENT_ID_CONFIG,
                ProcessName.nextClient() + OF_INSTANCE + instance,
                ConsumerConfig.GROUP_ID_CONFIG,
                group,
                ConsumerConfig.GROUP_PROTOCOL_CONFIG,
                "classic",
                ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
                SESSION_MILLIS,
                ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
                HEARTBEAT_MILLIS));
        return consumer(own);
    }

    /** Returns a consumer without a group, which reads what is committed of partitions that it is given. */
    public KafkaConsumer<byte[], byte[]> reader() {
        return consumer(Map.of(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, READER_WAIT_MILLIS));
    }

    /** Returns a consumer as {@link #reader()}, which asks seldom while there is nothing new. */
    public KafkaConsumer<byte[], byte[]> follower() {
        return consumer(Map.of());
    }

    /** Returns a consumer as {@link #reader()}, which reads little at a time. */
    public KafkaConsumer<byte[], byte[]> firstReader() {
        return consumer(Map.of(
                ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                READER_WAIT_MILLIS,
                ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                1));
    }

    private KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> more) {
        Map<String, Object> all = with(more);
        all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        all.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MOST_POLLED);
        return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private Map<String, Object> with(Map<String, Object> more) {
        Map<String, Object> all = new HashMap<>(properties);
        all.putAll(more);
        return all;
    }
}
