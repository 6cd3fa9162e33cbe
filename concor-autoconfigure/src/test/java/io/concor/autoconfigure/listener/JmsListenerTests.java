package io.concor.autoconfigure.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.SynchronizedRemoteTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.YamlInitializer;
import jakarta.jms.ConnectionFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jms.annotation.EnableJms;
import org.springframework.jms.config.DefaultJmsListenerContainerFactory;
import org.springframework.jms.core.JmsTemplate;

/** The JMS listener of docs/listeners.md, with a broker. */
@Timeout(120)
class JmsListenerTests {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String QUEUE = "orders";
    private static final String LETTERS = "DLQ";

    private final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();

    private void startBroker() throws Exception {
        broker.setConfiguration(new ConfigurationImpl()
                .setPersistenceEnabled(false)
                .setSecurityEnabled(false)
                .addAcceptorConfiguration("in-vm", "vm://0")
                .addAddressSetting(
                        "#",
                        new AddressSettings()
                                .setAutoCreateDeadLetterResources(true)
                                .setDeadLetterAddress(SimpleString.of(LETTERS))
                                .setMaxDeliveryAttempts(1)));
        broker.start();
    }

    /** As Spring Boot configures listeners: each message in a transaction of its session. */
    @Configuration(proxyBeanMethods = false)
    @EnableJms
    @Import(OrderQueueListener.class)
    static class Shop {

        final Queue<String> begun = new ConcurrentLinkedQueue<>();
        final CountDownLatch open = new CountDownLatch(1);

        @Bean
        ConnectionFactory connections() {
            return new ActiveMQConnectionFactory("vm://0?consumerWindowSize=0");
        }

        @Bean
        JmsTemplate jms(ConnectionFactory connections) {
            return new JmsTemplate(connections);
        }

        @Bean
        DefaultJmsListenerContainerFactory jmsListenerContainerFactory(ConnectionFactory connections) {
            DefaultJmsListenerContainerFactory listeners = new DefaultJmsListenerContainerFactory();
            listeners.setConnectionFactory(connections);
            listeners.setSessionTransacted(true);
            return listeners;
        }

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
    }

    /** The broker ends before it is asked whether threads still hold something. */
    private void run(ThrowingConsumer<AssertableApplicationContext> check) throws Exception {
        startBroker();
        try {
            new ApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(ConcorAutoConfiguration.class))
                    .withUserConfiguration(Shop.class)
                    .withInitializer(new YamlInitializer("""
                            concor.flows.orders:
                              tasks: [ book ]
                              max-in-flight: 2
                              slots.book: { pool: fixed, threads: 2 }
                            """))
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        try {
                            check.accept(context);
                        } finally {
                            context.getBean(Shop.class).open.countDown();
                        }
                    });
        } finally {
            broker.stop();
        }
    }

    private static void send(AssertableApplicationContext context, String... orders) {
        JmsTemplate jms = context.getBean(JmsTemplate.class);
        for (String order : orders) {
            jms.convertAndSend(QUEUE, order);
        }
    }

    /** Returns how many messages the broker still has, those that are being delivered among them. */
    private long left() {
        return broker.getActiveMQServer().locateQueue(SimpleString.of(QUEUE)).getMessageCount();
    }

    private long acknowledged() {
        return broker.getActiveMQServer().locateQueue(SimpleString.of(QUEUE)).getMessagesAcknowledged();
    }

    private long letters() throws Exception {
        return broker.getActiveMQServer().bindingQuery(SimpleString.of(LETTERS)).getQueueNames().stream()
                .mapToLong(
                        queue -> broker.getActiveMQServer().locateQueue(queue).getMessageCount())
                .sum();
    }

    @Test
    void aMessageIsAcknowledgedWhenItsEventHasEnded() throws Exception {
        run(context -> {
            Shop shop = context.getBean(Shop.class);
            send(context, "one", "two");
            await().atMost(LONG).until(() -> shop.begun.size() == 2);

            assertThat(left()).isEqualTo(2);
            assertThat(acknowledged()).isZero();
            shop.open.countDown();

            await().atMost(LONG).until(() -> left() == 0);
            assertThat(acknowledged()).isEqualTo(2);
        });
    }

    @Test
    @SuppressWarnings("unchecked")
    void whileTheFlowIsFullMessagesStayInTheQueue() throws Exception {
        run(context -> {
            Shop shop = context.getBean(Shop.class);
            Flow<String, String> flow = context.getBean("orders", Flow.class);
            CompletableFuture<String> first = flow.submit("of another caller");
            CompletableFuture<String> second = flow.submit("of another caller, too");
            send(context, "one", "two", "three");

            await().during(Duration.ofSeconds(1)).atMost(LONG).until(() -> left() == 3 && shop.begun.size() == 2);
            shop.open.countDown();

            await().atMost(LONG).until(() -> left() == 0);
            assertThat(first).isCompletedWithValue("of another caller");
            assertThat(second).isDone();
            assertThat(shop.begun)
                    .filteredOn(order -> !order.startsWith("of"))
                    .containsExactlyInAnyOrder("one", "two", "three");
        });
    }

    @Test
    void aMessageWhoseEventFailsBecomesOneDeadLetterOfTheBroker() throws Exception {
        run(context -> {
            Shop shop = context.getBean(Shop.class);
            shop.open.countDown();
            send(context, "bad one", "good one");

            await().atMost(LONG).until(() -> letters() == 1 && left() == 0);
            assertThat(shop.begun).containsExactlyInAnyOrder("bad one", "good one");
        });
    }

    @Test
    void thePageShowsTheListener() throws IOException {
        String source =
                Files.readString(Path.of("src/test/java/io/concor/autoconfigure/listener/OrderQueueListener.java"));

        assertThat(Path.of("../docs/listeners.md")).content().contains(source.substring(source.indexOf("@Component")));
    }
}
