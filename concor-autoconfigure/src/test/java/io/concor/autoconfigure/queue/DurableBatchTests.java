package io.concor.autoconfigure.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.BatchTask;
import io.concor.Flow;
import io.concor.SimpleTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.YamlInitializer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A batch component with a durable slot, by configuration. */
@Timeout(120)
class DurableBatchTests {

    private static final int EVENTS = 20;
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String FLOW = """
        concor.flows.billing:
          tasks: [ rate, write ]
          timeout: 2m
          slots.write: { queue: durable, batch: %d, linger: 1m }
        """;

    @TempDir
    Path folder;

    private final Writing writing = new Writing();

    /** Notes the calls of all contexts. */
    static final class Writing implements BatchTask<String, String> {

        final Queue<List<String>> calls = new ConcurrentLinkedQueue<>();

        @Override
        public List<String> apply(List<String> messages) {
            calls.add(List.copyOf(messages));
            return messages;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Billing {

        @Bean
        SimpleTask<String, String> rate() {
            return text -> text;
        }
    }

    private void run(int batch, ThrowingConsumer<AssertableApplicationContext> check) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        JacksonAutoConfiguration.class,
                        ConcorMessageFormatAutoConfiguration.class,
                        ConcorQueueStoreAutoConfiguration.class,
                        ConcorAutoConfiguration.class))
                .withUserConfiguration(Billing.class)
                .withBean("write", Writing.class, () -> writing)
                .withInitializer(new YamlInitializer(FLOW.formatted(batch)))
                .withPropertyValues("concor.queues.location=" + folder.resolve("queues.db"))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    check.accept(context);
                });
    }

    @SuppressWarnings("unchecked")
    private static Flow<String, String> flow(AssertableApplicationContext context) {
        return context.getBean("billing", Flow.class);
    }

    @Test
    void whatWaitsForABatchSurvivesAStop() {
        run(2 * EVENTS, context -> {
            Flow<String, String> flow = flow(context);
            for (int i = 0; i < EVENTS; i++) {
                flow.accept(String.valueOf(i)).get(30, TimeUnit.SECONDS);
            }
        });
        assertThat(writing.calls).as("the batch was not full").isEmpty();
        run(EVENTS, context -> await().atMost(LONG).untilAsserted(() -> assertThat(writing.calls)
                .containsExactly(
                        IntStream.range(0, EVENTS).mapToObj(String::valueOf).toList())));
    }
}
