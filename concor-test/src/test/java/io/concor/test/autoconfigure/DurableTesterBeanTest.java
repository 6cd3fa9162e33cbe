package io.concor.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.Delivery;
import io.concor.Flow;
import io.concor.SimpleTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.queue.ConcorMessageFormatAutoConfiguration;
import io.concor.autoconfigure.queue.ConcorQueueStoreAutoConfiguration;
import io.concor.test.DurableTester;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class DurableTesterBeanTest {

    @TempDir
    Path folder;

    private ApplicationContextRunner application = new ApplicationContextRunner();

    @BeforeEach
    void configure() {
        application = application
                .withConfiguration(AutoConfigurations.of(
                        ConcorMessageFormatAutoConfiguration.class,
                        ConcorQueueStoreAutoConfiguration.class,
                        ConcorAutoConfiguration.class,
                        DurableTesterAutoConfiguration.class))
                .withUserConfiguration(Orders.class)
                .withPropertyValues(
                        "concor.queues.location=" + folder.resolve("queues.db"),
                        "concor.flows.orders.tasks=book",
                        "concor.flows.orders.slots.book.pool=fixed",
                        "concor.flows.orders.slots.book.threads=2");
    }

    @Configuration(proxyBeanMethods = false)
    static class Orders {

        final Queue<String> booked = new ConcurrentLinkedQueue<>();

        @Bean
        SimpleTask<String, String> book() {
            return new Booking(booked);
        }
    }

    record Booking(Queue<String> booked) implements SimpleTask<String, String> {

        @Override
        public String apply(String order) {
            if (order.isEmpty()) {
                throw new IllegalArgumentException("an order without a number");
            }
            booked.add(order);
            return order;
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void testsTheQueuesOfTheApplication() {
        application
                .withPropertyValues("concor.flows.orders.slots.book.queue=durable")
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(DurableTester.class);
                    Flow<String, String> orders = context.getBean("orders", Flow.class);
                    DurableTester tester = context.getBean(DurableTester.class);

                    orders.accept("4711", Delivery.delayed(Duration.ofHours(1))).join();
                    orders.accept("").join();
                    assertThat(tester.awaitDeadLetters("orders.book", 1))
                            .extracting(letter -> letter.message())
                            .containsExactly("\"\"");
                    tester.advanceClock(Duration.ofHours(1)).awaitEmpty();

                    assertThat(context.getBean(Orders.class).booked).containsExactly("4711");
                    assertThatThrownBy(tester::crash)
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("DurableTester.of(dataSource)");
                });
    }

    @Test
    void saysThatNoSlotIsDurable() {
        application.run(context -> assertThatThrownBy(
                        () -> context.getBean(DurableTester.class).awaitEmpty())
                .hasStackTraceContaining("No slot of the application has been durable yet"));
    }

    @Test
    void isNotThereWithoutDurableQueues() {
        application
                .withClassLoader(new FilteredClassLoader("io.concor.queues"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(DurableTester.class));
    }
}
