package io.concor.kafka.administration;

import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.KafkaCalls;
import io.concor.kafka.topic.QueueTopics;
import io.concor.kafka.topic.TopicNames;
import io.concor.queues.administration.ManagedQueue;
import io.concor.queues.administration.QueueDirectory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;

/** The queues whose topics the brokers have. Thread-safe. */
public final class RemoteQueues implements QueueDirectory {

    /** How long a person who looks waits for the brokers. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final String LIST = "list topics";

    private final ClientSettings clients;
    private final Admin admin;
    private final RemoteQueueAdministration administration;
    private final LetterFollower letters;
    private final Function<String, Optional<OpenQueue>> open;

    /** @param open the queues that are open in this process, by their names */
    public RemoteQueues(
            ClientSettings clients,
            Admin admin,
            RemoteQueueAdministration administration,
            LetterFollower letters,
            Function<String, Optional<OpenQueue>> open) {
        this.clients = clients;
        this.admin = admin;
        this.administration = administration;
        this.letters = letters;
        this.open = open;
    }

    @Override
    public List<ManagedQueue> queues() {
        Set<String> topics = KafkaCalls.await(LIST, admin.listTopics().names(), PATIENCE);
        return clients.names().places(topics).stream().map(this::queue).toList();
    }

    private ManagedQueue queue(QueueTopics.Place place) {
        QueueTopics topics = clients.names().of(place.flow(), place.slot());
        RemoteQueueState state =
                new RemoteQueueState(admin, place, topics, new LetterLog(clients, admin, topics), letters, open);
        return new RemoteManagedQueue(place, administration, state);
    }

    /**
     * Asks brokers, without a store, which slots have topics, by their flows. Creates nothing.
     *
     * @param properties those of Kafka's clients
     * @param names how topics are named
     * @param patience how long the brokers may take
     * @throws io.concor.QueueStoreException if they cannot be reached
     */
    public static Map<String, Set<String>> slots(Map<String, Object> properties, TopicNames names, Duration patience) {
        Admin admin = admin(properties, patience);
        try {
            Set<String> topics = KafkaCalls.await(LIST, admin.listTopics().names(), patience);
            Map<String, Set<String>> slots = new TreeMap<>();
            names.places(topics).forEach(place -> slots.computeIfAbsent(place.flow(), flow -> new TreeSet<>())
                    .add(place.slot()));
            return slots;
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    private static Admin admin(Map<String, Object> properties, Duration patience) {
        Map<String, Object> patient = new TreeMap<>(properties);
        patient.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) patience.toMillis());
        patient.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, (int) patience.toMillis());
        try {
            return Admin.create(patient);
        } catch (RuntimeException wrong) {
            throw KafkaCalls.failure("use its client properties", wrong);
        }
    }
}
