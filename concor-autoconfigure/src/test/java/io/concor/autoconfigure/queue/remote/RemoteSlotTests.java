package io.concor.autoconfigure.queue.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.QueueKind;
import io.concor.SimpleTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.YamlInitializer;
import io.concor.autoconfigure.endpoint.ConcorEndpointAutoConfiguration;
import io.concor.autoconfigure.endpoint.queue.ConcorQueueEndpointAutoConfiguration;
import io.concor.autoconfigure.endpoint.queue.ConcorQueuesEndpoint;
import io.concor.autoconfigure.endpoint.queue.DeadLettersDescriptor;
import io.concor.autoconfigure.endpoint.queue.DeadLettersDescriptor.DeadLetterDescriptor;
import io.concor.autoconfigure.endpoint.queue.QueueDescriptor;
import io.concor.autoconfigure.metrics.ConcorMetrics;
import io.concor.autoconfigure.metrics.ConcorMetricsAutoConfiguration;
import io.concor.autoconfigure.queue.ConcorMessageFormatAutoConfiguration;
import io.concor.autoconfigure.queue.ConcorQueueStoreAutoConfiguration;
import io.concor.autoconfigure.queue.RunningFlow;
import io.concor.manage.UnknownNameException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/** An application whose flow has a remote slot, with a broker. */
@Timeout(120)
class RemoteSlotTests {

    private static final AtomicInteger FLOWS = new AtomicInteger();
    private static final int EVENTS = 50;
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    static Path folder;

    private final String flow = "orders" + FLOWS.incrementAndGet();
    private final String queue = flow + ".book";

    @Configuration(proxyBeanMethods = false)
    static class Shop {

        final Queue<String> booked = new ConcurrentLinkedQueue<>();
        volatile CountDownLatch open = new CountDownLatch(0);
        volatile boolean failing;

        @Bean
        SimpleTask<String, String> check() {
            return order -> order;
        }

        @Bean
        SimpleTask<String, String> book() {
            return order -> {
                open.await();
                if (failing) {
                    throw new IllegalStateException("closed today");
                }
                booked.add(order);
                return order;
            };
        }

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }
    }

    private ApplicationContextRunner runner(String broker, String kind) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        JacksonAutoConfiguration.class,
                        KafkaAutoConfiguration.class,
                        EndpointAutoConfiguration.class,
                        ConcorMessageFormatAutoConfiguration.class,
                        ConcorQueueStoreAutoConfiguration.class,
                        ConcorRemoteQueueStoreAutoConfiguration.class,
                        ConcorRemoteQueueHealthAutoConfiguration.class,
                        ConcorAutoConfiguration.class,
                        ConcorMetricsAutoConfiguration.class,
                        ConcorEndpointAutoConfiguration.class,
                        ConcorQueueEndpointAutoConfiguration.class))
                .withUserConfiguration(Shop.class)
                .withInitializer(new YamlInitializer("""
                    spring.kafka:
                      bootstrap-servers: %s
                      client-id: shop
                    concor.kafka.partitions: 4
                    concor.queues:
                      location: %s
                      show-messages: true
                    concor.flows.%s:
                      tasks: [ check, book ]
                      slots.book: { pool: fixed, threads: 2, queue: %s }
                    """.formatted(broker, folder.resolve(flow + ".db"), flow, kind)))
                .withPropertyValues("spring.jmx.enabled=true", "management.endpoints.jmx.exposure.include=*");
    }

    private void run(String kind, ThrowingConsumer<AssertableApplicationContext> check) {
        runner(TestBroker.address(), kind).run(context -> {
            assertThat(context).hasNotFailed();
            check.accept(context);
        });
    }

    private void accept(AssertableApplicationContext context, int from, int to) throws Exception {
        List<CompletableFuture<Void>> accepted = IntStream.range(from, to)
                .mapToObj(i -> new RunningFlow(context, flow).flow().accept("order " + i))
                .toList();
        CompletableFuture.allOf(accepted.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
    }

    @Test
    void namesOfTopicsBeginWithTheConfiguredPrefix() {
        runner(TestBroker.address(), "remote")
                .withPropertyValues("concor.kafka.prefix=shop-test")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    try (Admin admin = Admin.create(Map.of("bootstrap.servers", TestBroker.address()))) {
                        assertThat(admin.listTopics().names().get())
                                .contains("shop-test." + queue, "shop-test." + flow + "._members")
                                .noneMatch(name -> name.startsWith("concor." + flow + "."));
                    }
                });
    }

    private static void awaitBooked(Shop shop, int from, int to) {
        await().atMost(LONG).until(() -> shop.booked.size() >= to - from);
        assertThat(shop.booked)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(from, to).mapToObj(i -> "order " + i).toList());
    }

    private static ConcorQueuesEndpoint endpoint(AssertableApplicationContext context) {
        return context.getBean(ConcorQueuesEndpoint.class);
    }

    private void awaitDead(AssertableApplicationContext context, int count) {
        await().atMost(LONG).until(() -> endpoint(context).queue(queue, null).dead() == count);
    }

    private long act(AssertableApplicationContext context, String action, String id, String number) {
        return endpoint(context)
                .act(queue, action, id, number, null, null, null, null)
                .affected();
    }

    @Test
    void eventsAreHandledAndThoseThatWaitAreHandledAfterARestart() {
        run("remote", context -> {
            Shop shop = context.getBean(Shop.class);
            accept(context, 0, EVENTS);
            awaitBooked(shop, 0, EVENTS);
            act(context, "pause", null, null);
            accept(context, EVENTS, 2 * EVENTS);
            assertThat(shop.booked).hasSize(EVENTS);
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            context.getBean(ConcorMetrics.class).bindTo(meters);
            assertThat(meters.get("concor.queue.put")
                            .tags("flow", flow, "slot", "book")
                            .functionCounter()
                            .count())
                    .isEqualTo(2 * EVENTS);
            assertThat(context.getBean("concorRemoteQueuesHealthIndicator", HealthIndicator.class)
                            .health()
                            .getDetails())
                    .containsEntry("store", "kafka")
                    .containsEntry("open", true);
        });
        run("remote", context -> {
            Shop shop = context.getBean(Shop.class);
            QueueDescriptor waiting = endpoint(context).queue(queue, null);
            assertThat(waiting.paused()).isTrue();
            assertThat(waiting.store()).isEqualTo("kafka");
            act(context, "resume", null, null);
            awaitBooked(shop, EVENTS, 2 * EVENTS);
        });
    }

    @Test
    void aSlotMovesBetweenAllKindsOfQueuesAndNothingIsLost() {
        run("durable", context -> {
            Shop shop = context.getBean(Shop.class);
            int put = 0;
            for (QueueKind kind : List.of(QueueKind.REMOTE, QueueKind.MEMORY, QueueKind.REMOTE, QueueKind.DURABLE)) {
                accept(context, put, put + EVENTS);
                put += EVENTS;
                new RunningFlow(context, flow).moveQueue("book", kind);
            }
            accept(context, put, put + EVENTS);
            awaitBooked(shop, 0, put + EVENTS);
            assertThat(endpoint(context).queue(queue, null).store()).isEqualTo("sqlite");
            assertThat(endpoint(context).queue(queue, "kafka").store()).isEqualTo("kafka");
            assertThat(endpoint(context).queues().queues())
                    .filteredOn(each -> each.queue().equals(queue))
                    .extracting(QueueDescriptor::store)
                    .containsExactlyInAnyOrder("sqlite", "kafka");
        });
    }

    @Test
    void deadLettersAreReadInPagesRequeuedAndDeletedByNumberOrId() {
        run("remote", context -> {
            Shop shop = context.getBean(Shop.class);
            shop.failing = true;
            accept(context, 0, 4);
            awaitDead(context, 4);

            DeadLettersDescriptor first = endpoint(context).dead(queue, "dead", null, "3", null);
            assertThat(first.dead()).hasSize(3);
            DeadLetterDescriptor letter = first.dead().get(0);
            assertThat(letter.component()).isEqualTo("book");
            assertThat(letter.error()).isEqualTo("java.lang.IllegalStateException");
            assertThat(letter.message()).startsWith("\"order ");
            DeadLettersDescriptor second =
                    endpoint(context).dead(queue, "dead", String.valueOf(first.next()), "3", null);
            assertThat(second.dead()).hasSize(1);
            assertThat(second.next()).isNull();

            assertThat(act(context, "delete", letter.id(), null)).isEqualTo(1);
            assertThat(act(
                            context,
                            "delete",
                            null,
                            String.valueOf(second.dead().get(0).number())))
                    .isEqualTo(1);
            awaitDead(context, 2);
            shop.failing = false;
            assertThat(act(context, "requeue", null, null)).isEqualTo(2);
            await().atMost(LONG).until(() -> shop.booked.size() == 2);
            awaitDead(context, 0);
            assertThat(shop.booked).doesNotContain(letter.message().replace("\"", ""));
            assertThatThrownBy(() -> act(context, "delete", letter.id(), null))
                    .isInstanceOf(UnknownNameException.class);
            await("it takes part")
                    .atMost(LONG)
                    .until(() ->
                            endpoint(context).queue(queue, null).consumers().size() == 1);
        });
    }

    @Test
    @Tag("full")
    void aQueueThatNoFlowHasOpenIsReadFromTheBroker() {
        run("remote", context -> {
            context.getBean(Shop.class).failing = true;
            accept(context, 0, 2);
            awaitDead(context, 2);
            act(context, "pause", null, null);
            accept(context, 2, 5);
        });
        runner(TestBroker.address(), "memory")
                .withInitializer(new YamlInitializer("other.yml", "concor.flows.other.tasks: [ check ]"))
                .withInitializer(
                        context -> context.getEnvironment().getPropertySources().remove("test.yml"))
                .withPropertyValues(
                        "spring.kafka.bootstrap-servers=" + TestBroker.address(),
                        "concor.queues.location=" + folder.resolve("other.db"))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    QueueDescriptor left = endpoint(context).queue(queue, null);
                    assertThat(left.depth()).isEqualTo(3);
                    assertThat(left.dead()).isEqualTo(2);
                    assertThat(left.paused()).isTrue();
                    assertThat(left.consumers()).isEmpty();
                    assertThat(left.inWork()).isNull();
                });
    }

    @Test
    void aPutInATransactionOfTheApplicationIsRefused() {
        run("remote", context -> new RunningFlow(context, flow)
                .refusesInTransaction("even if the transaction were rolled back"));
    }

    @Test
    @Tag("full")
    void healthIsDownWithTheReasonWhileTheBrokerIsGone() {
        EmbeddedKafkaKraftBroker broker = TestBroker.start();
        try {
            runner(broker.getBrokersAsString(), "remote").run(context -> {
                HealthIndicator indicator = context.getBean("concorRemoteQueuesHealthIndicator", HealthIndicator.class);
                assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);

                broker.destroy();

                await().atMost(Duration.ofSeconds(60))
                        .until(() -> indicator.health().getStatus().equals(Status.DOWN));
                assertThat(String.valueOf(indicator.health().getDetails().get("reason")))
                        .contains("cannot ask how long queues are");
            });
        } finally {
            broker.destroy();
        }
    }
}
