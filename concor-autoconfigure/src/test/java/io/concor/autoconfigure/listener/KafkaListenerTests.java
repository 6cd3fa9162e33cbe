package io.concor.autoconfigure.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.SynchronizedRemoteTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.YamlInitializer;
import io.concor.autoconfigure.queue.ConcorMessageFormatAutoConfiguration;
import io.concor.autoconfigure.queue.ConcorQueueStoreAutoConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.event.ConsumerPausedEvent;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/** The Kafka listener of docs/listeners.md, with a broker. */
@Timeout(180)
class KafkaListenerTests {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration MAX_POLL_INTERVAL = Duration.ofSeconds(2);
    private static final TopicPartition ORDERS = new TopicPartition("orders", 0);
    private static final TopicPartition LETTERS = new TopicPartition("orders-dlt", 0);
    private static final EmbeddedKafkaKraftBroker BROKER = new EmbeddedKafkaKraftBroker(1, 1);

    @TempDir
    static Path folder;

    private static Admin admin;

    @BeforeAll
    static void startBroker() throws Exception {
        BROKER.brokerProperties(Map.of(
                "group.initial.rebalance.delay.ms", "0",
                "offsets.topic.num.partitions", "1"));
        BROKER.afterPropertiesSet();
        admin = Admin.create(Map.of("bootstrap.servers", BROKER.getBrokersAsString()));
        admin.createTopics(List.of(
                        new NewTopic(ORDERS.topic(), 1, (short) 1), new NewTopic(LETTERS.topic(), 1, (short) 1)))
                .all()
                .get(30, TimeUnit.SECONDS);
    }

    @AfterAll
    static void stopBroker() {
        admin.close();
        BROKER.destroy();
    }

    @Configuration(proxyBeanMethods = false)
    static class Shop {

        final Queue<String> begun = new ConcurrentLinkedQueue<>();
        final CountDownLatch paused = new CountDownLatch(1);
        final CountDownLatch open = new CountDownLatch(1);

        @Bean
        SynchronizedRemoteTask<String, String> book() {
            return order -> {
                begun.add(order);
                open.await();
                if (order.startsWith("bad")) {
                    throw new IllegalArgumentException(order);
                }
                return order;
            };
        }

        @EventListener
        void paused(ConsumerPausedEvent event) {
            paused.countDown();
        }
    }

    private static void run(ThrowingConsumer<AssertableApplicationContext> check) {
        run(OrderListener.class, "pool: fixed, threads: 2", check);
    }

    private static void run(Class<?> listener, String slot, ThrowingConsumer<AssertableApplicationContext> check) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        LifecycleAutoConfiguration.class,
                        JacksonAutoConfiguration.class,
                        KafkaAutoConfiguration.class,
                        ConcorMessageFormatAutoConfiguration.class,
                        ConcorQueueStoreAutoConfiguration.class,
                        ConcorAutoConfiguration.class))
                .withUserConfiguration(Shop.class, listener)
                .withInitializer(new YamlInitializer("""
                        spring.lifecycle.timeout-per-shutdown-phase: 2s
                        spring.kafka:
                          bootstrap-servers: %s
                          consumer:
                            auto-offset-reset: earliest
                            properties: { "[max.poll.interval.ms]": %d }
                          listener.poll-timeout: 200ms
                        concor.queues.location: %s
                        concor.flows.orders:
                          tasks: [ book ]
                          max-in-flight: 2
                          slots.book: { %s }
                        """.formatted(
                        BROKER.getBrokersAsString(), MAX_POLL_INTERVAL.toMillis(), folder.resolve("queues.db"), slot)))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    Shop shop = context.getBean(Shop.class);
                    try {
                        check.accept(context);
                    } finally {
                        shop.open.countDown();
                    }
                });
    }

    @SuppressWarnings("unchecked")
    private static void send(AssertableApplicationContext context, String... orders) throws Exception {
        KafkaTemplate<String, String> kafka = context.getBean(KafkaTemplate.class);
        for (String order : orders) {
            kafka.send(ORDERS.topic(), order).get(30, TimeUnit.SECONDS);
        }
    }

    private static long committed() throws Exception {
        OffsetAndMetadata known = admin.listConsumerGroupOffsets("orders")
                .partitionsToOffsetAndMetadata()
                .get(30, TimeUnit.SECONDS)
                .get(ORDERS);
        return known == null ? 0 : known.offset();
    }

    private static long end(TopicPartition partition) throws Exception {
        return admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                .partitionResult(partition)
                .get(30, TimeUnit.SECONDS)
                .offset();
    }

    private static List<String> members() throws Exception {
        ConsumerGroupDescription group = admin.describeConsumerGroups(List.of("orders"))
                .describedGroups()
                .get("orders")
                .get(30, TimeUnit.SECONDS);
        return group.members().stream().map(MemberDescription::consumerId).toList();
    }

    private static void awaitAllAcknowledged() {
        await("all are acknowledged").atMost(LONG).until(() -> committed() == end(ORDERS));
    }

    @Test
    void aRecordIsAcknowledgedWhenItsEventHasEnded() {
        run(context -> {
            Shop shop = context.getBean(Shop.class);
            long before = committed();
            send(context, "one", "two");
            await().atMost(LONG).until(() -> !shop.begun.isEmpty());

            await().during(Duration.ofSeconds(1)).atMost(LONG).until(() -> committed() == before);
            shop.open.countDown();

            awaitAllAcknowledged();
            assertThat(committed()).isEqualTo(before + 2);
        });
    }

    @Test
    @SuppressWarnings("unchecked")
    void whileTheFlowIsFullTheConsumerPausesAndStaysInItsGroup() {
        run(context -> {
            Shop shop = context.getBean(Shop.class);
            Flow<String, String> flow = context.getBean("orders", Flow.class);
            CompletableFuture<String> first = flow.submit("of another caller");
            CompletableFuture<String> second = flow.submit("of another caller, too");
            long before = committed();
            send(context, "one", "two", "three");
            await("the pause").atMost(LONG).until(() -> shop.paused.getCount() == 0);
            List<String> members = members();

            await().during(MAX_POLL_INTERVAL.multipliedBy(2))
                    .atMost(LONG)
                    .until(() -> members().equals(members) && shop.begun.size() == 2 && committed() == before);
            shop.open.countDown();

            awaitAllAcknowledged();
            assertThat(members).hasSize(1);
            assertThat(first).isCompletedWithValue("of another caller");
            assertThat(second).isDone();
            assertThat(shop.begun)
                    .filteredOn(order -> !order.startsWith("of"))
                    .containsExactlyInAnyOrder("one", "two", "three");
        });
    }

    @Test
    void aRecordWhoseEventFailsBecomesOneDeadLetterAndIsAcknowledged() {
        run(context -> {
            Shop shop = context.getBean(Shop.class);
            long letters = end(LETTERS);
            shop.open.countDown();
            send(context, "bad one", "good one", "bad two");

            awaitAllAcknowledged();

            assertThat(end(LETTERS)).isEqualTo(letters + 2);
            assertThat(shop.begun).containsExactlyInAnyOrder("bad one", "good one", "bad two");
        });
    }

    @Test
    void whatHasNotEndedAtAStopIsDeliveredAgain() throws Exception {
        long letters = end(LETTERS);
        run(context -> {
            Shop shop = context.getBean(Shop.class);
            send(context, "one", "two", "three");
            await().atMost(LONG).until(() -> !shop.begun.isEmpty());
            context.getSourceApplicationContext(ConfigurableApplicationContext.class)
                    .close();
        });
        run(context -> {
            Shop shop = context.getBean(Shop.class);
            shop.open.countDown();

            awaitAllAcknowledged();

            assertThat(shop.begun).containsExactlyInAnyOrder("one", "two", "three");
        });
        assertThat(end(LETTERS)).isEqualTo(letters);
    }

    /** Delivered again, a record is not taken again. */
    @Test
    void withAStoredSlotARecordIsAcknowledgedWhenItsEventIsStored() throws Exception {
        String durable = "pool: fixed, threads: 2, queue: durable";
        run(StoredOrderListener.class, durable, context -> {
            Shop shop = context.getBean(Shop.class);
            long before = committed();
            send(context, "one", "two", "three");

            awaitAllAcknowledged();

            assertThat(committed()).isEqualTo(before + 3);
            assertThat(shop.open.getCount()).as("no event has ended").isEqualTo(1);
            shop.open.countDown();
            await().atMost(LONG).until(() -> shop.begun.size() == 3);
        });
        admin.alterConsumerGroupOffsets("orders", Map.of(ORDERS, new OffsetAndMetadata(end(ORDERS) - 3)))
                .all()
                .get(30, TimeUnit.SECONDS);
        run(StoredOrderListener.class, durable, context -> {
            Shop shop = context.getBean(Shop.class);
            shop.open.countDown();
            send(context, "four");

            awaitAllAcknowledged();
            await().atMost(LONG).until(() -> shop.begun.contains("four"));

            assertThat(shop.begun).containsExactly("four");
        });
    }

    @Test
    void anAdapterOfSpringIntegrationAcknowledgesWhenTheEventHasEnded() {
        run(IntegrationListener.class, "pool: fixed, threads: 2", context -> {
            Shop shop = context.getBean(Shop.class);
            long before = committed();
            send(context, "one", "two");
            await().atMost(LONG).until(() -> !shop.begun.isEmpty()); // what another poll brings waits

            await().during(Duration.ofSeconds(1)).atMost(LONG).until(() -> committed() == before);
            shop.open.countDown();

            awaitAllAcknowledged();
            assertThat(committed()).isEqualTo(before + 2);
        });
    }

    @Test
    void thePageShowsTheListenerAndWhatAcknowledgesEarlier() throws IOException {
        String source = source("OrderListener");
        String stored = "orders.accept(order.value(),"
                + " Delivery.id(order.topic() + \":\" + order.partition() + \":\" + order.offset()))";

        assertThat(Path.of("../docs/listeners.md")).content().contains(source, "`" + stored + "`");
        assertThat(source("StoredOrderListener").replace("StoredOrderListener", "OrderListener"))
                .isEqualToIgnoringWhitespace(source.replace("orders.trySubmit(order.value())", stored));
    }

    private static String source(String listener) throws IOException {
        String source =
                Files.readString(Path.of("src/test/java/io/concor/autoconfigure/listener/" + listener + ".java"));
        return source.substring(source.indexOf("@Component"));
    }
}
