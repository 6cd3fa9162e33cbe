package io.concor.experiments.durable.broker;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.Event;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.MessageListener;

/** A topic, a template that writes to it, and a container that listens. */
final class ListenerSubject implements Subject {

    private static final String TOPIC = "listener";
    private static final String SERVERS = "bootstrap.servers";
    /** As in Kafka's defaults: two heartbeats may be lost. */
    private static final int HEARTBEATS = 3;

    private final EffectTask task;
    private final HikariDataSource pool;
    private final boolean writes;
    private final Admin admin;
    private final DefaultKafkaProducerFactory<String, String> producers;
    private final KafkaTemplate<String, String> template;
    private final ConcurrentMessageListenerContainer<String, String> container;

    ListenerSubject(SubjectSettings settings, EffectTask task, int threads, int partitions)
            throws ExecutionException, InterruptedException {
        this.task = task;
        pool = settings.pool(threads);
        writes = settings.writesEffects();
        String broker = settings.text(OPTION_BROKER, "");
        admin = Admin.create(Map.of(SERVERS, broker));
        createTopic(partitions);
        producers = new DefaultKafkaProducerFactory<>(
                Map.of(SERVERS, broker, ProducerConfig.ACKS_CONFIG, "all", ProducerConfig.LINGER_MS_CONFIG, 5),
                new StringSerializer(),
                new StringSerializer());
        template = new KafkaTemplate<>(producers);
        container = container(consumers(broker, settings), Math.min(threads, partitions), settings);
        container.start();
    }

    private void createTopic(int partitions) throws ExecutionException, InterruptedException {
        try {
            admin.createTopics(List.of(new NewTopic(TOPIC, partitions, (short) 1)))
                    .all()
                    .get();
        } catch (ExecutionException failed) {
            if (!(failed.getCause() instanceof TopicExistsException)) {
                throw failed;
            }
        }
    }

    private static Map<String, Object> consumers(String broker, SubjectSettings settings) {
        Map<String, Object> consumers = new HashMap<>(Map.of(
                SERVERS,
                broker,
                ConsumerConfig.GROUP_ID_CONFIG,
                TOPIC,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest"));
        int sessionMillis = settings.number("session-millis", 0);
        if (sessionMillis > 0) {
            consumers.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, sessionMillis);
            consumers.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, sessionMillis / HEARTBEATS);
        }
        return consumers;
    }

    private ConcurrentMessageListenerContainer<String, String> container(
            Map<String, Object> consumers, int threads, SubjectSettings settings) {
        ContainerProperties properties = new ContainerProperties(TOPIC);
        properties.setMessageListener(
                ListenerProgram.listensToRecords(settings.options())
                        ? (MessageListener<String, String>) record -> handle(List.of(record))
                        : (BatchMessageListener<String, String>) this::handle);
        ConcurrentMessageListenerContainer<String, String> created = new ConcurrentMessageListenerContainer<>(
                new DefaultKafkaConsumerFactory<>(consumers, new StringDeserializer(), new StringDeserializer()),
                properties);
        created.setConcurrency(threads);
        return created;
    }

    private void handle(List<ConsumerRecord<String, String>> records) {
        List<Event> events =
                records.stream().map(record -> Event.parse(record.value())).toList();
        try {
            run(events);
        } catch (SQLException failed) {
            throw new IllegalStateException("The effects could not be written", failed);
        }
        task.committed(events);
    }

    private void run(List<Event> events) throws SQLException {
        if (!writes) {
            task.runWithoutEffect(events);
            return;
        }
        try (Connection connection = SubjectSettings.transaction(pool)) {
            task.run(connection, events);
            connection.commit();
        }
    }

    @Override
    public void put(List<Event> events) throws ExecutionException, InterruptedException {
        CompletableFuture.allOf(events.stream()
                        .map(event -> template.send(TOPIC, Integer.toString(event.key()), event.text()))
                        .toArray(CompletableFuture<?>[]::new))
                .get();
    }

    @Override
    public long waiting() throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetAndMetadata> done = admin.listConsumerGroupOffsets(TOPIC)
                .partitionsToOffsetAndMetadata()
                .get();
        return admin
                .listOffsets(partitions().collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest())))
                .all()
                .get()
                .entrySet()
                .stream()
                .mapToLong(end -> end.getValue().offset() - offset(done.get(end.getKey())))
                .sum();
    }

    /** Also those of which nothing is handled yet. */
    private Stream<TopicPartition> partitions() throws ExecutionException, InterruptedException {
        return admin.describeTopics(List.of(TOPIC)).allTopicNames().get().values().stream()
                .flatMap(topic -> topic.partitions().stream())
                .map(partition -> new TopicPartition(TOPIC, partition.partition()));
    }

    private static long offset(@Nullable OffsetAndMetadata done) {
        return done == null ? 0 : done.offset();
    }

    @Override
    public void close() {
        container.stop();
        producers.destroy();
        admin.close();
        pool.close();
    }
}
