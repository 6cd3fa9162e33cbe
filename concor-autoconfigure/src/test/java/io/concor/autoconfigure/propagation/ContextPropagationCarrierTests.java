package io.concor.autoconfigure.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.context.ContextRegistry;
import io.micrometer.observation.NullObservation;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.MDC;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

class ContextPropagationCarrierTests {

    private static final ThreadLocal<@Nullable String> LOCAL = new ThreadLocal<>();

    private final ContextRegistry registry = new ContextRegistry().loadThreadLocalAccessors();
    private final ContextPropagationCarrier carrier = new ContextPropagationCarrier(registry);
    private final ObservationRegistry observations = ObservationRegistry.create();

    ContextPropagationCarrierTests() {
        observations.observationConfig().observationHandler(context -> true);
    }

    @Test
    void capturesNothingIfThereAreNoValues() {
        assertThat(carrier.capture()).isNull();

        MDC.put("key", "value");
        MDC.remove("key");

        assertThat(carrier.capture()).isNull();
    }

    @Test
    void clearsWhatATaskLeftIfTheEventHadNothing() {
        registry.registerThreadLocalAccessor("local", LOCAL);
        MDC.put("key", "of a task");
        LOCAL.set("of a task");

        assertThat(carrier.capture()).isNotNull();
        carrier.clear(null);

        assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
        assertThat(LOCAL.get()).isNull();
        assertThat(carrier.capture()).isNull();
    }

    @Test
    void clearsAnElementThatHadNothingWhenOthersHadSomething() {
        registry.registerThreadLocalAccessor("local", LOCAL);
        MDC.put("key", "of the event");
        Object captured = carrier.capture();
        MDC.clear();
        LOCAL.set("of the thread");

        carrier.restore(captured);

        assertThat(LOCAL.get()).isNull();
        assertThat(MDC.getCopyOfContextMap()).isEqualTo(Map.of("key", "of the event"));
        MDC.clear();
    }

    @Test
    void clearsAValueOfAnAccessorRegisteredWhileATaskRan() {
        assertThat(carrier.capture()).isNull();
        registry.registerThreadLocalAccessor("local", LOCAL);
        LOCAL.set("of a task");

        carrier.clear(null);

        assertThat(LOCAL.get()).isNull();
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void closesAScopeThatATaskLeftOpenIfNoEventHadOne(CapturedOutput output) {
        Observation.start("forgotten", observations).openScope();

        carrier.clear(null);

        assertThat(observations.getCurrentObservationScope()).isNull();
        assertThat(output).containsOnlyOnce("left a scope of observation 'forgotten'");
    }

    @Test
    void leavesAScopeOfTheThreadOpen() {
        Observation.Scope own = Observation.start("own", observations).openScope();
        Object captured = carrier.capture();

        carrier.clear(captured);

        assertThat(observations.getCurrentObservationScope()).isSameAs(own);
        own.close();
        assertThat(observations.getCurrentObservationScope()).isNull();
    }

    @Test
    void carriesAccessorsThatAreRegisteredLater() {
        registry.registerThreadLocalAccessor("local", LOCAL);
        LOCAL.set("held");

        Object captured = carrier.capture();
        carrier.clear(null);
        assertThat(LOCAL.get()).isNull();

        carrier.restore(captured);
        assertThat(LOCAL.get()).isEqualTo("held");
        LOCAL.remove();
    }

    @Test
    void clearsValuesOfRemovedAccessors() {
        registry.registerThreadLocalAccessor("local", LOCAL);
        LOCAL.set("held");
        Object captured = carrier.capture();
        LOCAL.remove();

        registry.removeThreadLocalAccessor("local");
        carrier.restore(captured);
        assertThat(LOCAL.get()).isEqualTo("held");

        carrier.clear(null);
        assertThat(LOCAL.get()).isNull();
    }

    @Test
    void usesTheRegisteredMdcAccessor() {
        MDC.put("key", "value");
        registry.registerThreadLocalAccessor("cp.slf4j", LOCAL);
        LOCAL.set("in its place");

        Object captured = carrier.capture();
        carrier.clear(null);
        assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();

        carrier.restore(captured);
        assertThat(LOCAL.get()).isEqualTo("in its place");
        assertThat(MDC.get("key")).isNull();
        LOCAL.remove();
    }

    @Test
    void doesNotSetTheSameValueAgain() {
        registry.registerThreadLocalAccessor(
                "local",
                LOCAL::get,
                value -> {
                    throw new AssertionError("set again");
                },
                () -> {
                    throw new AssertionError("cleared");
                });
        LOCAL.set("held");
        MDC.put("key", "value");
        Object captured = Objects.requireNonNull(carrier.capture());

        carrier.restore(captured);
        carrier.clear(captured);

        assertThat(MDC.getCopyOfContextMap()).isEqualTo(Map.of("key", "value"));
        MDC.clear();
        LOCAL.remove();
    }

    @Test
    void keepsNoScopeThatATaskHasClosed() {
        carrier.restore(captured(Observation.start("event", observations)));
        WeakReference<Observation.Scope> opened = new WeakReference<>(observations.getCurrentObservationScope());
        Objects.requireNonNull(opened.get()).close();
        carrier.clear(null);

        await().untilAsserted(() -> {
            System.gc();
            assertThat(opened.get()).isNull();
        });
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void closesScopesThatTasksLeftOpenAndLogsOnce(CapturedOutput output) {
        Observation event = Observation.start("event", observations);
        Object captured = captured(event);

        for (int i = 0; i < 2; i++) {
            carrier.restore(captured);
            Observation.start("forgotten", observations).openScope();
            event.openScope();
            carrier.clear(null);

            assertThat(observations.getCurrentObservationScope()).isNull();
        }

        assertThat(output).containsOnlyOnce("left a scope of observation");
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void doesNotLogScopesThatWereClosed(CapturedOutput output) {
        Object captured = captured(Observation.start("event", observations));

        carrier.restore(captured);
        Observation.start("closed", observations).scoped(() -> {});
        carrier.clear(null);

        assertThat(output).doesNotContain("left a scope");
    }

    @Test
    void restoresTheScopeThatATaskHasClosed() {
        Observation.Scope below = Observation.start("below", observations).openScope();
        Observation.Scope own = Observation.start("own", observations).openScope();
        Object captured = carrier.capture();

        own.close();
        carrier.clear(captured);

        assertThat(observations.getCurrentObservationScope()).isSameAs(own);
        own.close();
        assertThat(observations.getCurrentObservationScope()).isSameAs(below);
        below.close();
    }

    @Test
    void hidesTheObservationOfTheThreadFromAnEventThatHasNone() {
        Observation.Scope own = Observation.start("own", observations).openScope();
        Object captured = carrier.capture();

        carrier.restore(null);
        assertThat(observations.getCurrentObservation()).isInstanceOf(NullObservation.class);
        carrier.clear(captured);

        assertThat(observations.getCurrentObservationScope()).isSameAs(own);
        own.close();
    }

    private @Nullable Object captured(Observation observation) {
        Observation.Scope scope = observation.openScope();
        Object captured = carrier.capture();
        scope.close();
        return captured;
    }
}
