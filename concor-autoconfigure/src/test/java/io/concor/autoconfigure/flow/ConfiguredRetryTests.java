package io.concor.autoconfigure.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.DeadLetter;
import io.concor.DeadLetterStore;
import io.concor.Flow;
import io.concor.RetryAfterException;
import io.concor.RetrySettings;
import io.concor.SideEffectTask;
import io.concor.SimpleTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.YamlInitializer;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.retry.RetryPolicy;

/** Retries and dead letters from the configuration. */
class ConfiguredRetryTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ConcorAutoConfiguration.class, LifecycleAutoConfiguration.class))
            .withUserConfiguration(Tasks.class);

    /** Calls of the task, and what received dead letters. */
    static final class Calls {

        final AtomicInteger number = new AtomicInteger();
        final List<DeadLetter<?>> letters = new CopyOnWriteArrayList<>();
    }

    @Configuration(proxyBeanMethods = false)
    static class Tasks {

        @Bean
        Calls calls() {
            return new Calls();
        }

        /** Fails as often as the message says. */
        @Bean
        SimpleTask<Integer, Integer> sender(Calls calls) {
            return failures -> {
                if (calls.number.incrementAndGet() <= failures) {
                    throw new IllegalStateException("call " + calls.number);
                }
                return calls.number.get();
            };
        }

        @Bean
        SideEffectTask<DeadLetter<Integer>> keeper(Calls calls) {
            return calls.letters::add;
        }

        @Bean
        RetryPolicy ofSpring() {
            return RetryPolicy.builder().maxRetries(2).delay(Duration.ZERO).build();
        }

        @Bean
        io.concor.RetryPolicy ofConcor() {
            return RetrySettings.DEFAULT.maxRetries(2).delay(Duration.ZERO);
        }

        @Bean
        RetryPolicy withTimeout() {
            return RetryPolicy.builder()
                    .maxRetries(1_000)
                    .delay(Duration.ofSeconds(20))
                    .timeout(Duration.ofSeconds(10))
                    .build();
        }

        @Bean
        SimpleTask<Integer, Integer> asker(Calls calls) {
            return message -> {
                if (calls.number.incrementAndGet() == 1) {
                    throw new RetryAfterException(Duration.ofMillis(1));
                }
                return message;
            };
        }
    }

    private void run(String yaml, ThrowingConsumer<AssertableApplicationContext> check) {
        runner.withInitializer(new YamlInitializer(yaml)).run(context -> {
            assertThat(context).hasNotFailed();
            check.accept(context);
        });
    }

    @SuppressWarnings("unchecked")
    private static Flow<Integer, Integer> flow(AssertableApplicationContext context) {
        return (Flow<Integer, Integer>) context.getBean("orders");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ max-retries: 2, delay: 1ms }",
                "{ max-retries: 2, delay: 0s, jitter: 2ms, multiplier: 1.5, max-delay: 5ms }",
                "{ max-retries: 2, delay: 5ms, max-delay: 0s }",
                "{ max-retries: 2, delay: 1ms, includes: java.lang.RuntimeException, excludes: [ java.io.IOException ] }",
                "ofSpring",
                "ofConcor",
                "{ policy: ofSpring }"
            })
    void triesATaskAgain(String retry) {
        run("concor.flows.orders.tasks: [ { task: sender, retry: %s } ]".formatted(retry), context -> {
            Flow<Integer, Integer> flow = flow(context);
            assertThat(flow.submit(2).get(20, TimeUnit.SECONDS)).isEqualTo(3);
            context.getBean(Calls.class).number.set(0);
            assertThat(flow.submit(3))
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableThat()
                    .withMessageContaining("call 3");
            assertThat(context.getBean(Manager.class)
                            .flow("orders")
                            .statistics()
                            .sinceStart()
                            .components()
                            .get(0)
                            .retries())
                    .isEqualTo(4);
        });
    }

    @Test
    void doesNotRetryAfterExcludedErrors() {
        run(
                "concor.flows.orders.tasks: [ { task: sender, retry: { delay: 0s, excludes: java.lang.IllegalStateException } } ]",
                context -> assertThat(flow(context).submit(1))
                        .failsWithin(Duration.ofSeconds(20))
                        .withThrowableThat()
                        .withMessageContaining("call 1"));
    }

    @Test
    void boundsRetriesByTheTimeoutOfASpringPolicy() {
        run("concor.flows.orders.tasks: [ { task: sender, retry: withTimeout } ]", context -> assertThat(
                        flow(context).submit(1))
                .failsWithin(Duration.ofSeconds(5))
                .withThrowableThat()
                .withMessageContaining("call 1"));
    }

    @Test
    void waitsAsLongAsATaskAsks() {
        run(
                "concor.flows.orders.tasks: [ { task: asker, retry: { delay: 1h }, on-failure: hold-key } ]",
                context -> assertThat(flow(context).submit(7))
                        .succeedsWithin(Duration.ofSeconds(20))
                        .isEqualTo(7));
    }

    @Test
    void treatsAnEmptyRetryAsNone() {
        run("concor.flows.orders.tasks: [ { task: sender, retry: } ]", context -> assertThat(
                        flow(context).submit(1))
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .withMessageContaining("call 1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"keeper", "graveyard"})
    void givesDeadLettersToATaskOrAnotherFlow(String receiver) {
        run("""
            concor.flows:
              orders: { tasks: [ sender ], dead-letters: %s }
              graveyard: { tasks: [ keeper ] }
            """.formatted(receiver), context -> {
            flow(context).apply(1);
            Calls calls = context.getBean(Calls.class);
            await("a dead letter").until(() -> calls.letters.size() == 1);
            assertThat(calls.letters.get(0).message()).isEqualTo(1);
        });
    }

    @Test
    void givesDeadLettersToTheStore() {
        List<DeadLetter<?>> kept = new CopyOnWriteArrayList<>();
        runner.withBean(DeadLetterStore.class, () -> kept::add)
                .withInitializer(new YamlInitializer("concor.flows.orders: { tasks: [ sender ], dead-letters: store }"))
                .run(context -> {
                    flow(context).apply(1);
                    await("a dead letter").until(() -> kept.size() == 1);
                });
    }

    /** The other flow stops in the same phase, and takes the letters of the events that the stop ends. */
    @Test
    void stopsAFlowThatReceivesDeadLettersAfterThoseThatSendThem() {
        Calls[] calls = new Calls[1];
        run("""
            spring.lifecycle.timeout-per-shutdown-phase: 5s
            concor.flows:
              orders: { tasks: [ { task: sender, retry: { delay: 20s } } ], dead-letters: graveyard }
              graveyard: { tasks: [ keeper ] }
            """, context -> {
            for (int i = 0; i < 100; i++) {
                flow(context).apply(1_000);
            }
            calls[0] = context.getBean(Calls.class);
            context.getSourceApplicationContext().close();
        });
        assertThat(calls[0].letters).hasSize(100);
    }
}
