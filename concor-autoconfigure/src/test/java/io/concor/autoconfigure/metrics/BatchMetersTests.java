package io.concor.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.BatchTask;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchMetersTests {

    private static final String[] TAGS = {"flow", "bills", "task", "writer"};

    /** Handles one event, and then nine more in one batch. */
    private static void handleBatchesOfOneAndNine(Flow<String, Integer> flow, CountDownLatch began, CountDownLatch end)
            throws Exception {
        CompletableFuture<Integer> first = flow.submit("plug");
        began.await();
        List<CompletableFuture<Integer>> others =
                IntStream.range(0, 9).mapToObj(i -> flow.submit("event")).toList();
        end.countDown();
        first.get(10, TimeUnit.SECONDS);
        for (CompletableFuture<Integer> other : others) {
            other.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void countAllBatchesWithTheirSizesInEveryRegistryWithoutSampling() throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        BatchTask<String, Integer> writer = messages -> {
            if (messages.contains("plug")) {
                began.countDown();
                end.await();
            }
            return messages.stream().map(String::length).toList();
        };
        Manager manager = new Manager();
        ConcorMetrics metrics = new ConcorMetrics(manager);
        List<MeterRegistry> registries = List.of(new SimpleMeterRegistry(), new SimpleMeterRegistry());
        try (Flow<String, Integer> flow = Flows.<String>create("bills")
                .sampling(new Sampling(false, 3, 128))
                .map(String::trim, "parser")
                .join(JoinSettings.batch(500))
                .mapBatch(writer, "writer")
                .build()) {
            manager.register(flow);
            registries.forEach(metrics::bindTo);
            Garbage.collect();

            handleBatchesOfOneAndNine(flow, began, end);

            assertThat(registries).allSatisfy(registry -> {
                DistributionSummary sizes =
                        registry.get("concor.batch.size").tags(TAGS).summary();
                Timer calls = registry.get("concor.batch").tags(TAGS).timer();
                await().untilAsserted(() -> assertThat(sizes.count()).isEqualTo(2));
                assertThat(sizes.totalAmount()).isEqualTo(10);
                assertThat(sizes.max()).isEqualTo(9);
                assertThat(calls.count()).isEqualTo(2);
                assertThat(calls.totalTime(TimeUnit.NANOSECONDS)).isPositive();
                assertThat(registry.get("concor.batch.limit").tags(TAGS).gauge().value())
                        .isEqualTo(500);
                assertThat(registry.find("concor.batch").tag("task", "parser").timer())
                        .isNull();
            });
            manager.change(ChangeRequest.put("bills", "writer", JoinSettings.batch(50)));
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(
                            registries.get(0).get("concor.batch.limit").gauge().value())
                    .isEqualTo(50));
        }
    }
}
