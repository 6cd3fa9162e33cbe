package io.concor.autoconfigure.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.BatchErrors;
import io.concor.BatchTask;
import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.manage.Manager;
import io.micrometer.context.ContextRegistry;
import io.micrometer.observation.Observation;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.MDC;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The observations of the calls of a batch task, with a real tracer. */
class BatchObservationTests {

    private static final Sampling EACH = new Sampling(true, 1, 1);

    private final Traces traces = new Traces();
    private final CountDownLatch plugged = new CountDownLatch(1);
    private final CountDownLatch unplug = new CountDownLatch(1);
    private final AtomicReference<Flow<String, String>> started = new AtomicReference<>();

    @AfterEach
    void close() {
        unplug.countDown();
        Flow<String, String> flow = started.get();
        if (flow != null) {
            flow.close();
        }
        traces.close();
    }

    /** Starts a flow whose only writer waits with the event "plug", so that further events gather to one batch. */
    private Flow<String, String> flow(Sampling sampling, BatchErrors errors, BatchTask<String, String> writer) {
        BatchTask<String, String> plugging = messages -> {
            if (messages.contains("plug")) {
                plugged.countDown();
                unplug.await();
            }
            return writer.apply(messages);
        };
        FlowBuilder<String, String> builder = Flows.<String>create("bills")
                .carrying(new ContextPropagationCarrier(ContextRegistry.getInstance()))
                .sampling(sampling)
                .join(JoinSettings.batch(100).batchErrors(errors))
                .mapBatch(plugging, "writer");
        Flow<String, String> flow = builder.build();
        started.set(flow);
        Manager manager = new Manager();
        manager.register(flow);
        manager.flow("bills")
                .observe(new FlowObserver(
                        traces.registry(), manager.flow("bills").topology()));
        return flow;
    }

    /** Handles three events in one batch, each submitted within an observation of its name. */
    private List<CompletableFuture<String>> batchOfThree(Flow<String, String> flow) throws InterruptedException {
        flow.submit("plug");
        plugged.await();
        List<CompletableFuture<String>> results =
                Stream.of("a", "b", "c").map(text -> submit(flow, text)).toList();
        unplug.countDown();
        results.forEach(result -> await().atMost(Duration.ofSeconds(20)).until(result::isDone));
        return results;
    }

    private CompletableFuture<String> submit(Flow<String, String> flow, String text) {
        Observation caller = Observation.start("caller " + text, traces.registry());
        try {
            return caller.scoped(() -> flow.submit(text).orTimeout(20, TimeUnit.SECONDS));
        } finally {
            caller.stop();
        }
    }

    private List<SpanData> spans(String name) {
        return traces.spans().stream()
                .filter(span -> span.getName().equals(name))
                .toList();
    }

    private SpanData batchOfThree() {
        await().untilAsserted(() -> assertThat(spans("bills")).hasSize(4));
        return spans("writer batch").get(1);
    }

    private SpanData taskIn(String caller) {
        String trace = spans("caller " + caller).get(0).getTraceId();
        return spans("writer").stream()
                .filter(span -> span.getTraceId().equals(trace))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void createsOneSpanForABatchThatIsLinkedToThoseOfItsEvents() throws Exception {
        batchOfThree(flow(EACH, BatchErrors.FAIL, messages -> messages));

        SpanData batch = batchOfThree();
        assertThat(spans("writer batch")).hasSize(2);
        assertThat(batch.getParentSpanId()).isEqualTo(taskIn("a").getSpanId());
        assertThat(batch.getTraceId()).isEqualTo(taskIn("a").getTraceId());
        assertThat(batch.getLinks())
                .extracting(LinkData::getSpanContext)
                .containsExactly(
                        taskIn("a").getSpanContext(),
                        taskIn("b").getSpanContext(),
                        taskIn("c").getSpanContext());
        assertThat(attribute(batch, "flow")).isEqualTo("bills");
        assertThat(attribute(batch, "task")).isEqualTo("writer");
        assertThat(attribute(batch, "outcome")).isEqualTo("completed");
        assertThat(attribute(batch, "size")).isEqualTo("3");
    }

    @Test
    void keepsTheSpanOfEachEventInItsOwnTrace() throws Exception {
        batchOfThree(flow(EACH, BatchErrors.FAIL, messages -> messages));

        batchOfThree();
        assertThat(spans("writer")).hasSize(4);
        for (String caller : List.of("a", "b", "c")) {
            SpanData event = spans("bills").stream()
                    .filter(span -> span.getTraceId().equals(taskIn(caller).getTraceId()))
                    .findFirst()
                    .orElseThrow();
            assertThat(taskIn(caller).getParentSpanId()).isEqualTo(event.getSpanId());
            assertThat(attribute(taskIn(caller), "kind")).isEqualTo("batch");
        }
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void isCurrentWhileTheTaskRunsWithTheMdcOfTheFirstEvent(CapturedOutput output) throws Exception {
        AtomicReference<String> spanId = new AtomicReference<>();
        AtomicReference<String> traceId = new AtomicReference<>();
        batchOfThree(flow(EACH, BatchErrors.FAIL, messages -> {
            spanId.set(MDC.get("spanId"));
            traceId.set(MDC.get("traceId"));
            return messages;
        }));

        assertThat(batchOfThree().getSpanId()).isEqualTo(spanId.get());
        assertThat(traceId).hasValue(taskIn("a").getTraceId());
        assertThat(output).doesNotContain("left a scope");
    }

    @Test
    void recordsTheErrorOfABatch() throws Exception {
        batchOfThree(flow(EACH, BatchErrors.FAIL, messages -> {
            throw new IllegalStateException("no database");
        }));

        SpanData batch = batchOfThree();
        assertThat(attribute(batch, "outcome")).isEqualTo("failed");
        assertThat(batch.getStatus().getStatusCode())
                .isEqualTo(StatusData.error().getStatusCode());
        assertThat(attribute(taskIn("c"), "outcome")).isEqualTo("failed");
    }

    @Test
    void hasOneSpanForAllPartsOfASplitBatch() throws Exception {
        batchOfThree(flow(EACH, BatchErrors.SPLIT, messages -> {
            if (messages.contains("b")) {
                throw new IllegalStateException("cannot write b");
            }
            return messages;
        }));

        batchOfThree();
        assertThat(spans("writer batch")).hasSize(2);
        assertThat(attribute(taskIn("a"), "outcome")).isEqualTo("completed");
        assertThat(attribute(taskIn("b"), "outcome")).isEqualTo("failed");
    }

    @Test
    void observesNoBatchWithoutASampledEvent() throws Exception {
        batchOfThree(flow(new Sampling(false, 1, 1), BatchErrors.FAIL, messages -> messages));

        assertThat(traces.spans()).extracting(SpanData::getName).containsExactly("caller a", "caller b", "caller c");
    }

    private static String attribute(SpanData span, String key) {
        return span.getAttributes().get(AttributeKey.stringKey(key));
    }
}
