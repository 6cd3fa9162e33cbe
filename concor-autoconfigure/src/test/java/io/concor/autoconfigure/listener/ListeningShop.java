package io.concor.autoconfigure.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.SynchronizedRemoteTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowingConsumer;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;

/** An application that books the orders of a listener: it handles two at once, and none before it is open. */
abstract class ListeningShop {

    /** The flow of the shop. */
    static final String FLOW = """
        concor.flows.orders:
          tasks: [ book ]
          max-in-flight: 2
          slots.book: { pool: fixed, threads: 2 }
        """;

    private static final String OTHERS = "of another caller";

    final Queue<String> begun = new ConcurrentLinkedQueue<>();
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

    /** Runs an application. It can stop afterwards, because the shop is open then. */
    static void run(ApplicationContextRunner runner, ThrowingConsumer<AssertableApplicationContext> check) {
        runner.run(context -> {
            assertThat(context).hasNotFailed();
            ListeningShop shop = context.getBean(ListeningShop.class);
            try {
                check.accept(context);
            } finally {
                shop.open.countDown();
            }
        });
    }

    /** Has other callers fill the flow. */
    @SuppressWarnings("unchecked")
    static List<CompletableFuture<String>> fill(AssertableApplicationContext context) {
        Flow<String, String> flow = context.getBean("orders", Flow.class);
        return Stream.of(OTHERS, OTHERS + ", too").map(flow::submit).toList();
    }

    /** The orders have begun after those of the callers that filled the flow, which have their results. */
    void assertBegunAfter(List<CompletableFuture<String>> others, String... orders) {
        assertThat(others.get(0)).isCompletedWithValue(OTHERS);
        assertThat(others.get(1)).isDone();
        assertThat(begun).filteredOn(order -> !order.startsWith(OTHERS)).containsExactlyInAnyOrder(orders);
    }

    /** The page about listeners has the code of one. */
    static void assertPageShows(Class<?> listener) throws IOException {
        String source =
                Files.readString(Path.of("src/test/java", listener.getName().replace('.', '/') + ".java"));

        assertThat(Path.of("../docs/listeners.md")).content().contains(source.substring(source.indexOf("@Component")));
    }
}
