package io.concor.kafka;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DELETE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.QueueStoreException;
import io.concor.kafka.administration.LetterChoice;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A broker that talks by TLS only, knows its users, and allows each only what it is allowed. */
@Tag("full")
@Timeout(120)
class SecuredBrokerTest {

    private static final Duration LONG = Duration.ofSeconds(40);
    private static final String ADMIN = "admin";
    private static final String ALLOWED = "shop";
    private static final String RESTRICTED = "stand";
    private static final String STRANGER = "stranger";
    private static final String LOGIN = "org.apache.kafka.common.security.plain.PlainLoginModule required";

    @TempDir
    static Path folder;

    private static TestCertificate certificate;
    private static SingleBroker broker;

    private final QueueDefinition definition = new QueueDefinition(SharedBroker.flow(), "slot", Order.KEY, 1_000);
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();

    @BeforeAll
    static void start() throws Exception {
        certificate = TestCertificate.in(folder);
        Map<String, String> settings = new HashMap<>(certificate.keyPair());
        settings.putAll(certificate.trust());
        settings.putAll(Map.of(
                "sasl.enabled.mechanisms", "PLAIN",
                "sasl.mechanism.inter.broker.protocol", "PLAIN",
                "listener.name.sasl_ssl.plain.sasl.jaas.config", users(),
                "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                "super.users", "User:" + ADMIN + ";User:ANONYMOUS")); // the latter by the listener of controllers
        broker = new SingleBroker(folder.resolve("records"), "SASL_SSL", settings);
        try (Admin admin = Admin.create(clients(ADMIN))) {
            admin.createAcls(needed(ALLOWED)).all().get();
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static String users() {
        StringBuilder users = new StringBuilder(LOGIN + credentials(ADMIN));
        Stream.of(ADMIN, ALLOWED, RESTRICTED, STRANGER).forEach(user -> users.append(" user_")
                .append(user)
                .append("=\"")
                .append(password(user))
                .append('"'));
        return users.append(';').toString();
    }

    private static String credentials(String user) {
        return " username=\"" + user + "\" password=\"" + password(user) + '"';
    }

    private static String password(String user) {
        return "password-of-" + user;
    }

    private static Map<String, Object> clients(String user) {
        Map<String, Object> properties = new HashMap<>(certificate.trust());
        properties.put("bootstrap.servers", broker.address());
        properties.put("security.protocol", "SASL_SSL");
        properties.put("sasl.mechanism", "PLAIN");
        properties.put("sasl.jaas.config", LOGIN + credentials(user) + ';');
        properties.put("default.api.timeout.ms", 5_000);
        properties.put("request.timeout.ms", 3_000);
        return properties;
    }

    private static KafkaQueueStore store(Map<String, Object> clients) {
        return KafkaQueueStore.of(clients, new TextMessages()).partitions(1).build();
    }

    /** All that a process needs. */
    private static List<AclBinding> needed(String user) {
        Stream<AclBinding> topics = Stream.of(CREATE, DESCRIBE_CONFIGS, READ, WRITE, DELETE)
                .map(operation -> allow(user, ResourceType.TOPIC, "concor.", operation));
        Stream<AclBinding> others = Stream.of(
                allow(user, ResourceType.GROUP, "concor.", READ),
                allow(user, ResourceType.TRANSACTIONAL_ID, "concor-", WRITE));
        return Stream.concat(topics, others).toList();
    }

    private static AclBinding allow(String user, ResourceType type, String prefix, AclOperation operation) {
        return new AclBinding(
                new ResourcePattern(type, prefix, PatternType.PREFIXED),
                new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW));
    }

    private Ending handle(StoredEvent event) {
        if (!event.id().equals("refused")) { // it may be put just before that is so
            handled.add(event.id());
        }
        return event.id().equals("bad")
                ? new Ending.Dead(new Ending.Failure("slot", new IllegalStateException("no"), false))
                : new Ending.Handled();
    }

    @Test
    void aProcessThatMayDoesAllThatIsToBeDone() throws Exception {
        try (KafkaQueueStore store = store(clients(ALLOWED))) {
            StoredQueue queue = store.open(definition);
            try (TestWorkers workers = TestWorkers.serve(queue, 1, this::handle)) {
                put(queue, event("good", "key")).join();
                put(queue, event("bad", "key")).join();
                await("a dead letter").atMost(LONG).until(() -> queue.figures().dead() == 1);
                store.administration().requeue(definition.flow(), definition.slot(), LetterChoice.ALL);
                await("both, and one again").atMost(LONG).until(() -> handled.size() == 3);
                await("empty").atMost(LONG).until(queue::isEmpty);
            }
            assertThat(handled).containsExactly("good", "bad", "bad");
            assertThat(store.state().reason()).isNull();
        }
    }

    private static void isRefused(Consumer<Map<String, Object>> change, String reason) {
        Map<String, Object> clients = clients(ALLOWED);
        change.accept(clients);
        long began = System.nanoTime();
        assertThatThrownBy(() -> store(clients))
                .isInstanceOf(QueueStoreException.class)
                .hasMessageContaining("cannot reach its brokers")
                .hasMessageContaining(reason)
                .hasMessageContaining("credentials");
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void aProcessThatTheBrokerDoesNotKnowEndsAtOnceWithTheReason() {
        String wrong = LOGIN + " username=\"shop\" password=\"wrong\";";
        isRefused(clients -> clients.put("sasl.jaas.config", wrong), "SaslAuthenticationException");
        isRefused(clients -> clients.put("security.protocol", "SASL_PLAINTEXT"), "Exception");
        isRefused(clients -> clients.keySet().removeIf(key -> key.startsWith("ssl.")), "SslAuthenticationException");
    }

    @Test
    void aProcessThatMayNothingCannotOpenAQueue() {
        try (KafkaQueueStore store = store(clients(STRANGER))) {
            assertThatThrownBy(() -> store.open(definition))
                    .isInstanceOf(QueueStoreException.class)
                    .hasMessageContaining(definition.name())
                    .hasMessageContaining("AuthorizationException");
        }
    }

    @Test
    void aProcessThatMayNoLongerDoesNothingSaysWhyAndGoesOnWhenItMayAgain() throws Exception {
        List<AclBinding> needed = needed(RESTRICTED);
        try (Admin admin = Admin.create(clients(ADMIN));
                KafkaQueueStore other = store(clients(ALLOWED))) {
            admin.createAcls(needed).all().get();
            try (KafkaQueueStore store = store(clients(RESTRICTED))) {
                StoredQueue queue = store.open(definition);
                try (TestWorkers workers = TestWorkers.serve(queue, 1, this::handle)) {
                    put(queue, event("first", "key")).join();
                    await("first").atMost(LONG).until(() -> handled.size() == 1 && queue.isEmpty());
                    admin.deleteAcls(needed.stream().map(AclBinding::toFilter).toList())
                            .all()
                            .get();
                    await("a refusal").atMost(LONG).until(() -> isRefused(queue));
                    assertThat(reason(store))
                            .contains("cannot put events into the queue " + definition.name())
                            .contains("AuthorizationException");
                    await("no reader") // what it had asked for before may still come
                            .atMost(LONG)
                            .until(() ->
                                    reason(store).contains("cannot read events of the queue " + definition.name()));
                    put(other.open(definition), event("second", "key")).join();
                    await("not the second")
                            .during(Duration.ofSeconds(5))
                            .atMost(LONG)
                            .until(() -> handled.size() == 1);
                    admin.createAcls(needed).all().get();
                    await("second").atMost(LONG).until(() -> handled.contains("second"));
                    put(queue, event("third", "key")).join();
                    await("third").atMost(LONG).until(() -> handled.contains("third"));
                    await("up").atMost(LONG).until(() -> store.state().up());
                }
            }
        }
        assertThat(handled).containsExactly("first", "second", "third");
    }

    private static String reason(KafkaQueueStore store) {
        return String.valueOf(store.state().reason());
    }

    private static boolean isRefused(StoredQueue queue) throws Exception {
        return put(queue, event("refused", "key"))
                .handle((stored, failed) -> failed != null)
                .get(LONG.toSeconds(), TimeUnit.SECONDS);
    }
}
