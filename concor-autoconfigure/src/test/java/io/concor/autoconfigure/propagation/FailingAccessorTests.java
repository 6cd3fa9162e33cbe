package io.concor.autoconfigure.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.ContextPropagationException;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ThreadLocalAccessor;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.MDC;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.security.core.context.SecurityContextHolder;

/** Failing accessors never leak values between events and do not affect other accessors. */
class FailingAccessorTests {

    private static final ThreadLocal<String> LOCAL = new ThreadLocal<>();

    private final Failing failing = new Failing();
    private final ContextRegistry registry =
            new ContextRegistry().loadThreadLocalAccessors().registerThreadLocalAccessor(failing);
    private final ContextPropagationCarrier carrier = new ContextPropagationCarrier(registry);

    private enum Call {
        READ,
        SET,
        REMOVE
    }

    /** An accessor that fails on request. */
    private static final class Failing implements ThreadLocalAccessor<String> {

        private volatile Set<Call> calls = EnumSet.noneOf(Call.class);

        void at(Call... some) {
            calls = Set.of(some);
        }

        private void called(Call call) {
            if (calls.contains(call)) {
                throw new IllegalStateException(call + " on purpose");
            }
        }

        @Override
        public Object key() {
            return "failing";
        }

        @Override
        public String getValue() {
            called(Call.READ);
            return LOCAL.get();
        }

        @Override
        public void setValue(String value) {
            called(Call.SET);
            LOCAL.set(value);
        }

        @Override
        public void setValue() {
            called(Call.REMOVE);
            LOCAL.remove();
        }
    }

    private Object captured(String value) {
        LOCAL.set(value);
        return Objects.requireNonNull(carrier.capture());
    }

    @Test
    void setsTheOthersIfOneCanNeitherBeSetNorCleared() {
        MDC.put("key", "value");
        Object captured = captured("held");
        failing.at(Call.SET, Call.REMOVE);

        assertThatThrownBy(() -> carrier.clear(null)).hasMessage("REMOVE on purpose");
        assertThat(MDC.get("key")).isNull();

        LOCAL.remove();
        assertThatThrownBy(() -> carrier.restore(captured)).hasMessage("REMOVE on purpose");
        assertThat(MDC.get("key")).isEqualTo("value");
        MDC.clear();
    }

    @Test
    void reportsAValueThatCannotBeReadWhenItIsSetAndSetsTheOthers() {
        MDC.put("key", "value");
        failing.at(Call.READ);
        Object captured = carrier.capture();
        failing.at();
        MDC.clear();
        LOCAL.set("the thread's");

        assertThatThrownBy(() -> carrier.restore(captured))
                .hasMessageContainingAll("'failing'", "read")
                .hasRootCauseMessage("READ on purpose");

        assertThat(MDC.get("key")).isEqualTo("value");
        assertThat(LOCAL.get()).isNull();
        MDC.clear();
    }

    @Test
    void reportsAValueThatCannotBeSetAndHidesThatOfTheThread() {
        Object captured = captured("the event's");
        LOCAL.set("the thread's");
        failing.at(Call.SET);

        assertThatThrownBy(() -> carrier.restore(captured))
                .hasMessageContainingAll("'failing'", "set")
                .hasRootCauseMessage("SET on purpose");

        assertThat(LOCAL.get()).isNull();
    }

    @Test
    void reportsAnUnresolvableSecurityContextAndCarriesTheOthers() {
        SecurityContextHolder.setDeferredContext(() -> {
            throw new IllegalStateException("the store of sessions is down");
        });
        MDC.put("key", "value");
        Object captured = carrier.capture();
        SecurityContextHolder.clearContext();
        MDC.clear();

        assertThatThrownBy(() -> carrier.restore(captured)).hasRootCauseMessage("the store of sessions is down");

        assertThat(MDC.get("key")).isEqualTo("value");
        MDC.clear();
    }

    @Test
    void hidesTheValueOfTheThreadIfItCannotBeRead() {
        Object captured = captured("the event's");
        LOCAL.set("the thread's");
        failing.at(Call.READ);

        carrier.restore(null);
        assertThat(LOCAL.get()).isNull();

        LOCAL.set("the thread's");
        carrier.restore(captured);
        assertThat(LOCAL.get()).isEqualTo("the event's");
        LOCAL.remove();
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void clearsTheValueOfTheEventIfThePreviousOneCannotBeReadAndLogsOnce(CapturedOutput output) {
        failing.at(Call.READ);
        Object own = carrier.capture();
        assertThat(own).isNotNull(); // so that a flow calls restore
        failing.at();

        for (int i = 0; i < 2; i++) {
            LOCAL.set("the event's");
            carrier.clear(own);
            assertThat(LOCAL.get()).isNull();
        }

        assertThat(output).containsOnlyOnce("'failing'").containsOnlyOnce("READ on purpose");
    }

    @Test
    void clearsTheValueOfTheEventIfThePreviousOneCannotBeRestored() {
        Object own = captured("the thread's");
        LOCAL.set("the event's");
        failing.at(Call.SET);

        carrier.clear(own);

        assertThat(LOCAL.get()).isNull();
    }

    @Test
    void runsEveryTaskAsTheUserOfItsEvent() throws Exception {
        try (Flow<String, String> flow = Flows.<String>create("flow")
                .carrying(carrier)
                .join(JoinSettings.single())
                .map((String who) -> who + " is " + LOCAL.get(), "who")
                .build()) {
            LOCAL.set("alice");
            assertThat(ended(flow.submit("alice"))).isEqualTo("alice is alice");
            failing.at(Call.SET);
            CompletableFuture<String> bob = flow.submit("bob");
            assertThatThrownBy(() -> ended(bob)).cause().isInstanceOf(ContextPropagationException.class);
            failing.at(Call.REMOVE);
            CompletableFuture<String> carol = flow.submit("carol");
            assertThat(ended(carol)).isEqualTo("carol is alice");
            failing.at();
            LOCAL.remove();
            assertThat(ended(flow.submit("dave"))).isEqualTo("dave is null");
        }
    }

    private static String ended(CompletableFuture<String> result) throws Exception {
        return result.get(20, TimeUnit.SECONDS);
    }
}
