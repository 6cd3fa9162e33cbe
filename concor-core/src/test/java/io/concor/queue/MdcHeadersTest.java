package io.concor.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queue.EventHeaders.Restored;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class MdcHeadersTest {

    private static final QueueDefinition QUEUE = new QueueDefinition("orders", "bill", QueueDefinition.Order.ANY, 1);

    private final MdcHeaders headers = new MdcHeaders(List.of("user", "tenant", "user"));

    @Test
    void storesOnlyTheChosenKeys() {
        with(Map.of("user", "ann", "password", "secret"), () -> {
            assertThat(headers.capture()).containsExactly(Map.entry("mdc.user", "ann"));
            assertThat(new MdcHeaders(List.of()).capture()).isEmpty();
            assertThat(EventHeaders.NONE.capture()).isEmpty();
        });
    }

    @Test
    void boundsValuesAndReplacesWhatADatabaseMayNotHold() {
        with(Map.of("user", "a\0\nb\uD83D", "tenant", "x".repeat(999) + "\uD83D\uDE00 and more"), () -> assertThat(
                        headers.capture())
                .containsEntry("mdc.user", "a??b?")
                .containsEntry("mdc.tenant", "x".repeat(999)));
    }

    @Test
    void setsTheKeysWhileAnEventIsHandled() {
        with(Map.of("user", "own", "other", "stays"), () -> {
            StoredEvent event = event(Map.of("mdc.user", "ann", "mdc.tenant", "7", "user", "no"));
            Restored restored = headers.restore(QUEUE, event);

            assertThat(MDC.getCopyOfContextMap())
                    .containsOnly(Map.entry("user", "ann"), Map.entry("tenant", "7"), Map.entry("other", "stays"));
            restored.failed(new IllegalStateException());
            restored.close();
            assertThat(MDC.getCopyOfContextMap()).containsOnly(Map.entry("user", "own"), Map.entry("other", "stays"));
        });
    }

    /** A store may have what others have written. */
    @Test
    void setsOnlyTheChosenKeysAndBoundsTheirValues() {
        with(Map.of(), () -> {
            String forged = "ok\n2026-11-30 ERROR forged" + "x".repeat(2_000);
            StoredEvent event = event(Map.of("mdc.user", forged, "mdc.role", "admin"));
            try (Restored restored = headers.restore(QUEUE, event)) {
                assertThat(MDC.getCopyOfContextMap()).containsOnlyKeys("user");
                assertThat(MDC.get("user")).startsWith("ok?2026").hasSize(1_000);
            }
        });
    }

    @Test
    void setsNothingForAnEventWithoutHeaders() {
        assertThat(headers.restore(QUEUE, event(Map.of("traceparent", "x")))).isSameAs(Restored.NOTHING);
        assertThat(EventHeaders.NONE.restore(QUEUE, event(Map.of("mdc.user", "ann"))))
                .isSameAs(Restored.NOTHING);
        assertThat(MDC.get("user")).isNull();
    }

    private static void with(Map<String, String> mdc, Runnable test) {
        try {
            mdc.forEach(MDC::put);
            test.run();
        } finally {
            MDC.clear();
        }
    }

    /** Returns an event of which only what is read here is known. */
    private static StoredEvent event(Map<String, String> headers) {
        Map<String, Object> known = Map.of("headers", headers, "id", "1", "attempt", 1);
        return (StoredEvent) Proxy.newProxyInstance(
                StoredEvent.class.getClassLoader(),
                new Class<?>[] {StoredEvent.class},
                (event, method, arguments) -> Objects.requireNonNull(known.get(method.getName()), method.getName()));
    }
}
