package io.concor.autoconfigure.queue.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.QueueStoreException;
import io.concor.RemoteErrorException;
import io.concor.SimpleTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.YamlInitializer;
import io.concor.autoconfigure.queue.ConcorMessageFormatAutoConfiguration;
import io.concor.autoconfigure.queue.ConcorQueueStoreAutoConfiguration;
import java.time.Duration;
import java.util.UUID;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Two applications of one configuration, each a node, with a broker. */
@Timeout(120)
class RemoteResultTests {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final String flow = "orders" + UUID.randomUUID();

    record Receipt(String order, int items) {}

    /** What the edge needs. */
    @Configuration(proxyBeanMethods = false)
    static class Check {

        @Bean
        SimpleTask<String, String> check() {
            return order -> order;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Shop extends Check {

        @Bean
        SimpleTask<String, Receipt> book() {
            return order -> {
                if (order.isBlank()) {
                    throw new IllegalArgumentException("an order without a name");
                }
                return new Receipt(order, 3);
            };
        }
    }

    private void run(String node, ThrowingConsumer<AssertableApplicationContext> check) {
        run(node, Shop.class, "", check);
    }

    private void run(
            String node, Class<?> beans, String property, ThrowingConsumer<AssertableApplicationContext> check) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        JacksonAutoConfiguration.class,
                        KafkaAutoConfiguration.class,
                        ConcorMessageFormatAutoConfiguration.class,
                        ConcorQueueStoreAutoConfiguration.class,
                        ConcorRemoteQueueStoreAutoConfiguration.class,
                        ConcorAutoConfiguration.class))
                .withUserConfiguration(beans)
                .withPropertyValues(property.isEmpty() ? new String[0] : new String[] {property})
                .withInitializer(new YamlInitializer("""
                    spring.kafka.bootstrap-servers: %s
                    concor.node: %s
                    concor.flows.%s:
                      tasks:
                        - { name: check, node: edge }
                        - { name: book, node: core, slot: { pool: fixed, threads: 2, queue: remote } }
                    """.formatted(TestBroker.address(), node, flow)))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    check.accept(context);
                });
    }

    @SuppressWarnings("unchecked")
    private Flow<String, Receipt> flow(AssertableApplicationContext context) {
        return context.getBean(flow, Flow.class);
    }

    @Test
    void theResultOfAnEventThatEndsAtAnotherNodeComesBack() {
        run(
                "core",
                core -> run("edge", edge -> {
                    assertThat(flow(edge).submit("tea")).succeedsWithin(LONG).isEqualTo(new Receipt("tea", 3));
                    assertThat(flow(edge).submit(" "))
                            .failsWithin(LONG)
                            .withThrowableThat()
                            .havingCause()
                            .isInstanceOf(RemoteErrorException.class)
                            .withMessageContaining("an order without a name");
                }));
    }

    @Test
    @Tag("full")
    void anEdgeWithoutTheBeanOfTheLastComponentSaysWhatToConfigure() {
        run(
                "core",
                core -> run(
                        "edge", Check.class, "", edge -> assertThat(flow(edge).submit("tea"))
                                .failsWithin(LONG)
                                .withThrowableThat()
                                .havingCause()
                                .isInstanceOf(QueueStoreException.class)
                                .withMessageContainingAll(
                                        "has ended well",
                                        "component 'book' returns",
                                        "Set concor.queues.types.Receipt to its class")));
        run(
                "core",
                core -> run(
                        "edge",
                        Check.class,
                        "concor.queues.types.Receipt=" + Receipt.class.getName(),
                        edge -> assertThat(flow(edge).submit("tea"))
                                .succeedsWithin(LONG)
                                .isEqualTo(new Receipt("tea", 3))));
    }
}
