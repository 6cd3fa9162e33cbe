package io.concor.autoconfigure.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Continuation;
import io.concor.EventTimeoutException;
import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.manage.Manager;
import io.micrometer.context.ContextRegistry;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.MDC;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

class FlowObserverTests {

    private static final Sampling EACH = new Sampling(true, 1, 1);

    private final Traces traces = new Traces();
    private final AtomicReference<Flow<?, ?>> started = new AtomicReference<>();

    @AfterEach
    void close() {
        Flow<?, ?> flow = started.get();
        if (flow != null) {
            flow.close();
        }
        traces.close();
    }

    @Test
    void createsASpanForTheEventWithChildrenForTasksAndWaits() {
        Flow<String, String> flow = observed(builder(EACH)
                .map(text -> text, "first")
                .join(JoinSettings.single())
                .map(text -> text, "second")
                .bind(FlowObserverTests::answerLater, "remote")
                .join(JoinSettings.cached(2))
                .map(FlowObserverTests::fail, "fails")
                .map(text -> text, "skipped")
                .catching(error -> "caught", "catches"));

        Observation caller = Observation.start("caller", traces.registry());
        caller.scoped(() -> assertThat(end(flow)).isEqualTo("caught"));
        caller.stop();

        await().untilAsserted(() -> assertThat(traces.spans())
                .extracting(SpanData::getName)
                .containsExactlyInAnyOrder(
                        "caller",
                        "observed",
                        "first",
                        "second wait",
                        "second",
                        "remote",
                        "fails wait",
                        "fails",
                        "catches"));
        SpanData event = span("observed");
        assertThat(event.getParentSpanId()).isEqualTo(span("caller").getSpanId());
        assertThat(traces.spans())
                .filteredOn(span -> !List.of("caller", "observed").contains(span.getName()))
                .allSatisfy(span -> assertThat(span.getParentSpanId()).isEqualTo(event.getSpanId()));
    }

    @Test
    void givesKeysAndErrors() {
        Flow<String, String> flow =
                observed(builder(EACH).join(JoinSettings.single()).map(FlowObserverTests::fail, "fails"));

        assertThat(flow.submit("event").orTimeout(20, TimeUnit.SECONDS))
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .withMessageContaining("broken");

        await().untilAsserted(() -> assertThat(traces.spans()).hasSize(3));
        SpanData task = span("fails");
        assertThat(attribute(task, "flow")).isEqualTo("observed");
        assertThat(attribute(task, "task")).isEqualTo("fails");
        assertThat(attribute(task, "kind")).isEqualTo("simple");
        assertThat(attribute(task, "outcome")).isEqualTo("failed");
        assertThat(task.getStatus().getStatusCode())
                .isEqualTo(StatusData.error().getStatusCode());
        assertThat(attribute(span("fails wait"), "slot")).isEqualTo("fails");
        assertThat(attribute(span("observed"), "outcome")).isEqualTo("failed");
    }

    @Test
    void recordsATimeoutInATransition() {
        Flow<String, String> flow =
                observed(builder(EACH).timeout(Duration.ofMillis(300)).<String>bind((text, answer) -> {}, "remote"));

        assertThat(flow.submit("event")).failsWithin(Duration.ofSeconds(20));

        await().untilAsserted(() -> assertThat(traces.spans()).hasSize(2));
        assertThat(attribute(span("remote"), "outcome")).isEqualTo("timed-out");
        assertThat(attribute(span("observed"), "outcome")).isEqualTo("timed-out");
    }

    @Test
    void recordsATimeoutOfAnotherFlowAsAFailure() {
        try (Flow<String, String> asked = Flows.<String>create("asked")
                .timeout(Duration.ofMillis(40))
                .<String>bind((text, answer) -> {}, "never-answers")
                .build()) {
            Flow<String, String> flow = observed(builder(EACH)
                    .bind(
                            (text, answer) ->
                                    asked.submit(text).whenComplete((value, error) -> answer.onError(() -> error)),
                            "asks"));

            assertThat(flow.submit("event"))
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableThat()
                    .withCauseInstanceOf(EventTimeoutException.class);
        }
        await().untilAsserted(() -> assertThat(traces.spans()).hasSize(2));
        assertThat(attribute(span("asks"), "outcome")).isEqualTo("failed");
        assertThat(attribute(span("observed"), "outcome")).isEqualTo("failed");
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void isCurrentWhileTheTaskRunsAndOnNoOtherThread(CapturedOutput output) {
        AtomicReference<String> elsewhere = new AtomicReference<>();
        AtomicReference<String> behindInTheTransition = new AtomicReference<>();
        Flow<String, String> flow = observed(builder(EACH)
                .map(text -> text + current(), "first")
                .<String>bind(
                        (text, answer) -> {
                            behindInTheTransition.set(current());
                            new Thread(() -> {
                                        elsewhere.set(current());
                                        answer.complete(text);
                                    })
                                    .start();
                        },
                        "remote")
                .map(text -> text + current(), "last"));

        assertThat(end(flow)).isEqualTo("event first last");
        assertThat(behindInTheTransition).hasValue(" remote");
        assertThat(elsewhere).hasValue(" nothing");
        assertThat(current()).isEqualTo(" nothing");
        assertThat(output).doesNotContain("left a scope");
    }

    @Test
    void putsTheSpanOfTheTaskIntoTheMdc() {
        Flow<String, String> flow = observed(
                builder(EACH).join(JoinSettings.single()).map(text -> String.valueOf(MDC.get("spanId")), "logs"));

        assertThat(end(flow)).isNotEqualTo("null").isEqualTo(span("logs").getSpanId());
    }

    @Test
    void closesTheScopeThatATaskLeftOpen() {
        Flow<String, String> flow = observed(builder(EACH)
                .map(
                        text -> {
                            Observation.start("forgotten", traces.registry()).openScope();
                            return text;
                        },
                        "forgets")
                .map(text -> text + current(), "last"));

        assertThat(end(flow)).isEqualTo("event last");
        assertThat(traces.tracer().currentSpan()).isNull();
    }

    @Test
    void observesNothingOfAnEventThatIsNotSampled() {
        Flow<String, String> flow = observed(builder(new Sampling(false, 1, 1)).map(text -> text + current(), "first"));

        assertThat(end(flow)).isEqualTo("event nothing");
        assertThat(traces.spans()).isEmpty();
    }

    @Test
    void doesNotObserveWithoutAListener() {
        Flow<String, String> flow = observed(builder(EACH).map(text -> text, "first"));
        Manager manager = new Manager();
        manager.register(flow);

        assertThat(new FlowObserver(
                                ObservationRegistry.create(),
                                manager.flow("observed").topology())
                        .enter())
                .isNull();
        assertThat(new FlowObserver(
                                ObservationRegistry.NOOP,
                                manager.flow("observed").topology())
                        .enter())
                .isNull();
    }

    @Test
    void givesTimersOfTheirOwnNames() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        traces.registry().observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
        Flow<String, String> flow =
                observed(builder(EACH).join(JoinSettings.single()).map(text -> text, "first"));

        end(flow);

        assertThat(meters.getMeters())
                .extracting(Meter::getId)
                .extracting(Meter.Id::getName)
                .contains("concor.event", "concor.event.task", "concor.event.wait")
                .doesNotContain("concor.flow", "concor.task", "concor.slot.wait");
    }

    private FlowBuilder<String, String> builder(Sampling sampling) {
        return Flows.<String>create("observed")
                .carrying(new ContextPropagationCarrier(ContextRegistry.getInstance()))
                .sampling(sampling);
    }

    private Flow<String, String> observed(FlowBuilder<String, String> builder) {
        Flow<String, String> flow = builder.build();
        started.set(flow);
        Manager manager = new Manager();
        manager.register(flow);
        manager.flow("observed")
                .observe(new FlowObserver(
                        traces.registry(), manager.flow("observed").topology()));
        return flow;
    }

    private static String end(Flow<String, String> flow) {
        return flow.submit("event").orTimeout(20, TimeUnit.SECONDS).join();
    }

    private SpanData span(String name) {
        return traces.spans().stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no span '%s' among %s".formatted(name, traces.spans())));
    }

    private static String attribute(SpanData span, String key) {
        return span.getAttributes().get(AttributeKey.stringKey(key));
    }

    /** The component whose observation is current. */
    private String current() {
        Observation observation = traces.registry().getCurrentObservation();
        return observation != null && observation.getContext() instanceof EventObservationContext context
                ? " " + context.getComponent()
                : " nothing";
    }

    private static void answerLater(String text, Continuation<? super String> answer) {
        CompletableFuture.runAsync(() -> answer.complete(text));
    }

    private static String fail(String text) {
        throw new IllegalStateException("broken " + text);
    }
}
