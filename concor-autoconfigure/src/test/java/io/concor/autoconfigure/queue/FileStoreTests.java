package io.concor.autoconfigure.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.QueueKind;
import io.concor.SimpleTask;
import io.concor.SingleThreadedTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.YamlInitializer;
import io.concor.manage.Manager;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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

/** Durable slots with the default store: a SQLite file. */
@Timeout(120)
class FileStoreTests {

    private static final String FLOW = """
        concor.flows.counting:
          tasks: [ parse, count ]
          slots.count: { pool: single, queue: %s }
        """;

    @TempDir
    Path folder;

    @Configuration(proxyBeanMethods = false)
    static class Counting {

        final ConcurrentLinkedQueue<String> counted = new ConcurrentLinkedQueue<>();
        volatile CountDownLatch open = new CountDownLatch(0);

        @Bean
        SimpleTask<String, String> parse() {
            return text -> text;
        }

        @Bean
        SingleThreadedTask<String, String> count() {
            return text -> {
                open.await();
                counted.add(text);
                return text;
            };
        }
    }

    private ApplicationContextRunner runner(String queue) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        JacksonAutoConfiguration.class,
                        ConcorMessageFormatAutoConfiguration.class,
                        ConcorQueueStoreAutoConfiguration.class,
                        ConcorAutoConfiguration.class))
                .withUserConfiguration(Counting.class)
                .withInitializer(new YamlInitializer(FLOW.formatted(queue)))
                .withPropertyValues("concor.queues.location=" + file());
    }

    private Path file() {
        return folder.resolve("store/queues.db");
    }

    private void run(String queue, ThrowingConsumer<AssertableApplicationContext> check) {
        runner(queue).run(context -> {
            assertThat(context).hasNotFailed();
            check.accept(context);
        });
    }

    private static RunningFlow counting(AssertableApplicationContext context) {
        return new RunningFlow(context, "counting");
    }

    private static Flow<String, String> flow(AssertableApplicationContext context) {
        return counting(context).flow();
    }

    private static List<String> storeThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("concor-queues"))
                .toList();
    }

    @Test
    void oneLineOfConfigurationKeepsEventsOverARestart() {
        run("durable", context -> {
            Counting counting = context.getBean(Counting.class);
            counting.open = new CountDownLatch(1);
            for (int i = 0; i < 100; i++) {
                flow(context).accept("event " + i).get(30, TimeUnit.SECONDS);
            }
            CompletableFuture.runAsync(() -> {
                await().until(() -> context.getBean(Manager.class)
                                .flow("counting")
                                .summary()
                                .state()
                        != io.concor.layout.FlowState.RUNNING);
                counting.open.countDown();
            });
        });
        run("durable", context -> {
            ConcurrentLinkedQueue<String> counted = context.getBean(Counting.class).counted;
            await().atMost(Duration.ofSeconds(30)).until(() -> counted.contains("event 99"));
            assertThat(counted)
                    .doesNotHaveDuplicates()
                    .isSubsetOf(
                            IntStream.range(0, 100).mapToObj(i -> "event " + i).toList());
            List<String> inOrder = List.copyOf(counted);
            assertThat(inOrder.stream().map(event -> Integer.valueOf(event.substring(6))))
                    .isSorted();
        });
    }

    @Test
    void nothingIsOpenedBeforeASlotIsDurable() {
        run("memory", context -> {
            flow(context).submit("one").get(30, TimeUnit.SECONDS);
            assertThat(file()).doesNotExist();
            assertThat(folder).isEmptyDirectory();

            counting(context).moveQueue("count", QueueKind.DURABLE);
            flow(context).accept("two").get(30, TimeUnit.SECONDS);

            assertThat(file()).exists();
        });
    }

    @Test
    void aSlotMovesUnderLoadAndNothingIsLostOrHandledTwice() {
        run("memory", context -> {
            Counting counting = context.getBean(Counting.class);
            AtomicBoolean done = new AtomicBoolean();
            CompletableFuture<List<CompletableFuture<?>>> sender = CompletableFuture.supplyAsync(() -> {
                List<CompletableFuture<?>> sent = new java.util.ArrayList<>();
                while (!done.get()) {
                    sent.add(flow(context).accept("event " + sent.size()));
                }
                return sent;
            });
            for (int i = 0; i < 6; i++) {
                int seen = counting.counted.size();
                counting(context).moveQueue("count", i % 2 == 0 ? QueueKind.DURABLE : QueueKind.MEMORY);
                await().atMost(Duration.ofSeconds(30)).until(() -> counting.counted.size() > seen + 200);
            }
            done.set(true);
            List<CompletableFuture<?>> sent = sender.get(30, TimeUnit.SECONDS);
            CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
            await().atMost(Duration.ofSeconds(60)).until(() -> counting.counted.size() >= sent.size());
            assertThat(List.copyOf(counting.counted))
                    .isEqualTo(IntStream.range(0, sent.size())
                            .mapToObj(i -> "event " + i)
                            .toList());
        });
    }

    @Test
    void aPutInATransactionOfTheApplicationIsRefused() {
        run("durable", context -> counting(context).refusesInTransaction("set concor.queues.store to jdbc"));
    }

    @Test
    void theFileIsClosedWithTheApplication() {
        run("durable", context -> flow(context).accept("one").get(30, TimeUnit.SECONDS));

        assertThat(storeThreads()).isEmpty();
        assertThat(Files.exists(folder.resolve("store/queues.db-wal")))
                .isFalse(); // SQLite removes it with the last connection
    }
}
