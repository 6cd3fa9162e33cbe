package io.concor.kafka.topic;

import static org.apache.kafka.common.config.TopicConfig.CLEANUP_POLICY_COMPACT;
import static org.apache.kafka.common.config.TopicConfig.CLEANUP_POLICY_CONFIG;
import static org.apache.kafka.common.config.TopicConfig.CLEANUP_POLICY_DELETE;
import static org.apache.kafka.common.config.TopicConfig.MAX_MESSAGE_BYTES_CONFIG;
import static org.apache.kafka.common.config.TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG;
import static org.apache.kafka.common.config.TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG;
import static org.apache.kafka.common.config.TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG;
import static org.apache.kafka.common.config.TopicConfig.RETENTION_BYTES_CONFIG;
import static org.apache.kafka.common.config.TopicConfig.RETENTION_MS_CONFIG;
import static org.apache.kafka.common.config.TopicConfig.SEGMENT_BYTES_CONFIG;
import static org.apache.kafka.common.config.TopicConfig.SEGMENT_MS_CONFIG;
import static org.apache.kafka.common.config.TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG;

import io.concor.QueueStoreException;
import io.concor.kafka.record.RecordBound;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the topics of queues, and refuses such as could lose events. Thread-safe. */
public final class TopicSetup {

    private static final Logger LOG = LoggerFactory.getLogger(TopicSetup.class);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final String FOREVER = "-1";
    /** So many brokers have a record before it counts as written, if its topic has as many. */
    private static final int LEAST_IN_SYNC = 2;

    private static final long SEGMENTS = 10;
    /**
     * Each process that awaits results reads one partition of them, and drops what is not its own. Where slots have more partitions, so
     * have results: that is how many processes are expected.
     */
    private static final int LEAST_RESULT_PARTITIONS = 8;
    /** As long as a process may be away from the brokers and still learn what it awaits. */
    private static final Duration RESULTS_KEPT = Duration.ofMinutes(10);

    private static final long LEAST_SEGMENT_MILLIS = TimeUnit.MINUTES.toMillis(1);
    /** Settings that a topic may have as it likes. */
    private static final Set<String> FREE =
            Set.of(SEGMENT_BYTES_CONFIG, SEGMENT_MS_CONFIG, MIN_CLEANABLE_DIRTY_RATIO_CONFIG);
    /** Kafka's default. */
    private static final int LARGEST_RECORD = 1_048_588;
    /** The progress of a partition may be nearly as long. */
    private static final String LARGEST_PROGRESS = Integer.toString(1 << 20);

    /** Small segments, cleaned often: what is read at a take-over stays short. */
    private static final String COMPACTED_SEGMENT_BYTES = "16777216";

    private static final Map<String, String> KEPT = Map.of(
            CLEANUP_POLICY_CONFIG,
            CLEANUP_POLICY_DELETE,
            RETENTION_MS_CONFIG,
            FOREVER,
            RETENTION_BYTES_CONFIG,
            FOREVER);
    private static final Map<String, String> COMPACTED = Map.of(
            CLEANUP_POLICY_CONFIG,
            CLEANUP_POLICY_COMPACT,
            SEGMENT_BYTES_CONFIG,
            COMPACTED_SEGMENT_BYTES,
            MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
            "0.1");
    /**
     * A start reads all of it: the smallest segments that brokers allow, which are cleaned soon. Times are those of the broker, which
     * all processes share.
     */
    private static final Map<String, String> MEMBERS = Map.of(
            CLEANUP_POLICY_CONFIG,
            CLEANUP_POLICY_COMPACT,
            MESSAGE_TIMESTAMP_TYPE_CONFIG,
            "LogAppendTime",
            SEGMENT_BYTES_CONFIG,
            "1048576",
            SEGMENT_MS_CONFIG,
            "600000",
            MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
            "0.1");

    private final Admin admin;
    private final BrokerContact contact;
    private final TopicSettings settings;
    private final TopicWidening widening;
    private final TopicWarnings warnings;

    public TopicSetup(Admin admin, TopicSettings settings) {
        this(admin, new BrokerContact(admin), settings);
    }

    /** @param contact knows whether the client reaches brokers: else nothing is waited for */
    public TopicSetup(Admin admin, BrokerContact contact, TopicSettings settings) {
        this.admin = admin;
        this.contact = contact;
        this.settings = settings;
        widening = new TopicWidening(admin);
        warnings = new TopicWarnings(settings);
    }

    /**
     * Creates those topics of a queue that are missing, and checks the others.
     *
     * @return which ones they are: those that others create later under these names are not
     * @throws QueueStoreException if the broker cannot be reached, or a topic could lose events
     */
    public FoundTopics prepare(QueueTopics topics) {
        TopicDescription events = prepared(topics.events(), settings.partitions(), KEPT);
        int partitions = events.partitions().size();
        TopicDescription state = prepared(topics.state(), partitions, compacted(LARGEST_PROGRESS));
        TopicDescription dead = prepared(topics.dead(), 1, letters(topics));
        TopicDescription seen = prepared(topics.seen(), partitions, forgotten(settings.remember()));
        requireSame(events, state);
        requireSame(events, seen);
        return FoundTopics.of(events, state, dead, seen);
    }

    /** Returns how many bytes the brokers take for the record of an event. */
    public int largestRecord(QueueTopics topics) {
        Config events = awaitKnown(topics.events(), this::configuration);
        String found = found(events, MAX_MESSAGE_BYTES_CONFIG);
        return found == null ? LARGEST_RECORD : Integer.parseInt(found);
    }

    /**
     * Creates the topic of a flow's results if it is missing, and checks it otherwise.
     *
     * @return how many partitions it has
     * @throws QueueStoreException if the broker cannot be reached, or the topic could lose results
     */
    public int prepareResults(String topic) {
        int partitions = Math.max(LEAST_RESULT_PARTITIONS, settings.partitions());
        return prepared(topic, partitions, forgotten(RESULTS_KEPT)).partitions().size();
    }

    /**
     * Creates the topic of the processes that share a flow if it is missing, and checks it otherwise.
     *
     * @throws QueueStoreException if the broker cannot be reached, or the topic is of another kind
     */
    public void prepareMembers(String topic) {
        prepared(topic, 1, MEMBERS);
    }

    /** The letter of the largest event is larger than that. */
    private Map<String, String> letters(QueueTopics topics) {
        return compacted(Integer.toString(largestRecord(topics) + RecordBound.RESERVE));
    }

    private static Map<String, String> compacted(String largestRecord) {
        Map<String, String> compacted = new HashMap<>(COMPACTED);
        compacted.put(MAX_MESSAGE_BYTES_CONFIG, largestRecord);
        return compacted;
    }

    /** The broker forgets by itself, some segments late. */
    private static Map<String, String> forgotten(Duration after) {
        long millis = after.toMillis();
        return Map.of(
                CLEANUP_POLICY_CONFIG,
                CLEANUP_POLICY_DELETE,
                RETENTION_MS_CONFIG,
                Long.toString(millis),
                SEGMENT_MS_CONFIG,
                Long.toString(Math.max(LEAST_SEGMENT_MILLIS, millis / SEGMENTS)));
    }

    private static void requireSame(TopicDescription events, TopicDescription other) {
        int partitions = events.partitions().size();
        int found = other.partitions().size();
        if (found != partitions) {
            throw refused(
                    other.name(),
                    Sentence.of(
                            "it has %d partitions, and the topic '%s' has %d; they need as many. Delete the topic of"
                                    + " the two that is new, and start again",
                            found, events.name(), partitions));
        }
    }

    private TopicDescription prepared(String topic, int partitions, Map<String, String> configuration) {
        TopicDescription present = describe(topic).orElseGet(() -> {
            create(topic, partitions, configuration);
            return awaitKnown(topic, this::describe);
        });
        check(present, partitions, configuration); // also that of another process, which was faster
        return present;
    }

    private Optional<TopicDescription> describe(String topic) {
        return ifKnown(
                "describe the topic '" + topic + "'",
                admin.describeTopics(List.of(topic)).topicNameValues().get(topic));
    }

    private Optional<Config> configuration(String topic) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return ifKnown(
                "read the configuration of the topic '" + topic + "'",
                admin.describeConfigs(List.of(resource)).values().get(resource));
    }

    private <T> Optional<T> ifKnown(String action, @Nullable KafkaFuture<T> answer) {
        try {
            return Optional.of(contact.answer(action, answer));
        } catch (QueueStoreException failed) {
            if (failed.getCause() instanceof UnknownTopicOrPartitionException) {
                return Optional.empty();
            }
            throw failed;
        }
    }

    private void create(String topic, int partitions, Map<String, String> configuration) {
        Map<String, String> all = new HashMap<>(configuration);
        all.put(
                MIN_IN_SYNC_REPLICAS_CONFIG,
                Integer.toString(LEAST_IN_SYNC)); // brokers take less where replicas are fewer
        NewTopic created = new NewTopic(topic, partitions, (short) settings.replication()).configs(all);
        try {
            contact.answer(
                    "create the topic '" + topic + "'",
                    admin.createTopics(List.of(created)).all());
        } catch (QueueStoreException failed) {
            if (!(failed.getCause() instanceof TopicExistsException)) { // another process was faster
                throw failed;
            }
        }
    }

    /** A broker may not know a topic yet that another one has created. */
    private <T> T awaitKnown(String topic, Function<String, Optional<T>> asked) {
        long began = System.nanoTime();
        Optional<T> present = asked.apply(topic);
        while (present.isEmpty() && System.nanoTime() - began < MOST_NANOS) {
            LockSupport.parkNanos(this, PAUSE_NANOS);
            present = asked.apply(topic);
        }
        return present.orElseThrow(() -> refused(topic, "it was created, and the broker does not know it"));
    }

    private void check(TopicDescription topic, int partitions, Map<String, String> configuration) {
        Config present = awaitKnown(topic.name(), this::configuration);
        List<String> wrong = new ArrayList<>();
        configuration.forEach((setting, value) -> {
            String found = found(present, setting);
            if (found == null) {
                LOG.warn(
                        "The brokers do not say which {} the topic '{}' has: {} is needed",
                        setting,
                        topic.name(),
                        value);
            } else if (!FREE.contains(setting) && !fits(setting, value, found)) {
                if (setting.equals(MAX_MESSAGE_BYTES_CONFIG)) {
                    widening.widen(topic.name(), found, value);
                } else {
                    wrong.add(Sentence.of("%s is %s and has to be %s", setting, found, value));
                }
            }
        });
        requireInSync(topic, present).ifPresent(wrong::add);
        if (!wrong.isEmpty()) {
            throw refused(
                    topic.name(),
                    "what it keeps could be lost: " + String.join(", ", wrong)
                            + ". Change it by kafka-configs.sh --alter");
        }
        warnings.look(topic, partitions, found(present, MIN_IN_SYNC_REPLICAS_CONFIG));
        warnings.lookAtElections(topic, found(present, UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG));
    }

    /** Returns null if brokers do not say: some managed ones do not. */
    private static @Nullable String found(Config present, String setting) {
        ConfigEntry entry = present.get(setting);
        return entry == null ? null : entry.value();
    }

    /** What is kept for longer than need be is not lost. */
    private static boolean fits(String setting, String wanted, String found) {
        if (setting.equals(MAX_MESSAGE_BYTES_CONFIG)) {
            return Long.parseLong(found) >= Long.parseLong(wanted);
        }
        boolean isRemembered = setting.equals(RETENTION_MS_CONFIG) && !wanted.equals(FOREVER);
        return isRemembered
                ? found.equals(FOREVER) || Long.parseLong(found) >= Long.parseLong(wanted)
                : wanted.equals(found);
    }

    /** With one broker that has a record, what was acknowledged is lost with that broker, however many copies there should be. */
    private static Optional<String> requireInSync(TopicDescription topic, Config present) {
        String inSync = found(present, MIN_IN_SYNC_REPLICAS_CONFIG);
        int replicas = TopicWarnings.replicas(topic);
        return inSync == null || replicas < LEAST_IN_SYNC || Integer.parseInt(inSync) >= LEAST_IN_SYNC
                ? Optional.empty()
                : Optional.of(Sentence.of(
                        "%s is %s and has to be at least %d, as there are %d replicas",
                        MIN_IN_SYNC_REPLICAS_CONFIG, inSync, LEAST_IN_SYNC, replicas));
    }

    static QueueStoreException refused(String topic, String reason) {
        return new QueueStoreException(Sentence.of("The topic '%s' cannot be used: %s", topic, reason), false, null);
    }
}
