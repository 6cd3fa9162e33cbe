package io.concor.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.JsonMessageCodec;
import io.concor.queues.codec.VersionedMessageFormat;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class QueueMetersTests {

    private static final Duration LONG = Duration.ofSeconds(40);
    private static final String[] TAGS = {"flow", "orders", "slot", "book"};

    @TempDir
    private Path folder;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Manager manager = new Manager();
    private JdbcQueueStore store;
    private Flow<String, String> flow;

    @BeforeEach
    void start() {
        store = JdbcQueueStore.file(
                        folder.resolve("queues.db"),
                        VersionedMessageFormat.with(new JsonMessageCodec()).build())
                .build();
        flow = Flows.<String>create("orders")
                .queues(store)
                .join(JoinSettings.single())
                .map(QueueMetersTests::book, "book")
                .build();
        manager.register(flow);
        new ConcorMetrics(manager).bindTo(registry);
    }

    private static String book(String order) {
        if (order.equals("bad")) {
            throw new IllegalStateException("planted");
        }
        return order;
    }

    @AfterEach
    void close() {
        flow.close();
        store.close();
    }

    private void keepIn(QueueKind kind) {
        manager.change(ChangeRequest.put("orders", "book", JoinSettings.single().queue(kind)));
    }

    private double gauge(String name) {
        return registry.get(name).tags(TAGS).gauge().value();
    }

    private double counter(String name) {
        return registry.get(name).tags(TAGS).functionCounter().count();
    }

    private List<String> names() {
        return registry.getMeters().stream()
                .map(Meter::getId)
                .map(Meter.Id::getName)
                .filter(name -> name.startsWith("concor.queue."))
                .sorted()
                .toList();
    }

    @Test
    void areThereWhileEventsWaitInAStore() {
        assertThat(names()).isEmpty();

        keepIn(QueueKind.DURABLE);
        assertThat(names())
                .containsExactly(
                        "concor.queue.dead",
                        "concor.queue.depth",
                        "concor.queue.oldest",
                        "concor.queue.put",
                        "concor.queue.retries",
                        "concor.queue.taken");
        assertThat(registry.get("concor.queue.oldest").gauge().getId().getBaseUnit())
                .isEqualTo("seconds");
        assertThat(registry.getMeters())
                .filteredOn(meter -> names().contains(meter.getId().getName()))
                .allSatisfy(meter -> assertThat(meter.getId().getDescription()).isNotBlank());

        keepIn(QueueKind.MEMORY);
        assertThat(names()).isEmpty();
    }

    @Test
    @Tag("full")
    void countWhatBecomesOfEvents() throws Exception {
        keepIn(QueueKind.DURABLE);
        flow.accept("good").get(30, TimeUnit.SECONDS);
        flow.accept("bad").get(30, TimeUnit.SECONDS);

        await("taken").atMost(LONG).until(() -> counter("concor.queue.taken") == 2);
        assertThat(counter("concor.queue.put")).isEqualTo(2);
        assertThat(counter("concor.queue.retries")).isZero();
        assertThat(gauge("concor.queue.depth")).isZero();
        await("dead letter").atMost(LONG).until(() -> gauge("concor.queue.dead") == 1);
    }

    @Test
    void keepTheirValuesWhileTheFlowIsStopped() throws Exception {
        keepIn(QueueKind.DURABLE);
        flow.accept("good").get(30, TimeUnit.SECONDS);
        await("taken").atMost(LONG).until(() -> counter("concor.queue.taken") == 1);

        manager.flow("orders").stop(Duration.ofSeconds(10));
        assertThat(counter("concor.queue.put")).isOne();

        manager.flow("orders").start();
        flow.accept("another").get(30, TimeUnit.SECONDS);
        assertThat(counter("concor.queue.put")).isEqualTo(2);
    }

    @Test
    void areReadWhileTheStoreIsAway() throws Exception {
        keepIn(QueueKind.DURABLE);
        flow.accept("good").get(30, TimeUnit.SECONDS);
        store.vanish();

        assertThat(counter("concor.queue.put")).isOne();
        assertThat(gauge("concor.queue.oldest")).isNotNegative();
    }
}
