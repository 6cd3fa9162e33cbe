package io.concor.autoconfigure.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Continuation;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.SimpleTask;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class MdcPropagationTests extends PropagationContract {

    private static final class Mdc implements ThreadState {

        @Override
        public Runnable hold(String name) {
            MDC.put("event", name);
            return () -> MDC.remove("event");
        }

        @Override
        public String seen() {
            String name = MDC.get("event");
            return name == null ? NOTHING : name;
        }
    }

    private final ThreadState mdc = new Mdc();

    @Override
    ThreadState belonging() {
        return mdc;
    }

    @Test
    void tasksSeeTheValuesThatPreviousTasksSet() {
        try (Flow<String, Map<String, String>> flow = Flows.<String>create("adding")
                .carrying(carrier)
                .map(put("caller"), "at-the-caller")
                .join(JoinSettings.single())
                .map(put("first"), "in-a-pool")
                .<String>bind(this::answerLater, "transition")
                .map(put("behind"), "behind-the-transition")
                .join(JoinSettings.cached(2))
                .<String>map(event -> failing(event), "fails")
                .catching(error -> MDC.get("fails"), "catches")
                .<Map<String, String>>map(event -> new TreeMap<>(MDC.getCopyOfContextMap()), "last")
                .build()) {
            Map<String, String> seen =
                    flow.submit("event").orTimeout(20, TimeUnit.SECONDS).join();

            assertThat(seen).containsOnlyKeys("caller", "first", "transition", "behind", "fails");
            assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
            noThreadLocalIsLeft.requireNothingLeft();
        }
    }

    /** The calling thread keeps its own values. */
    private void answerLater(String event, Continuation<? super String> answer) {
        MDC.put("transition", event);
        CompletableFuture.runAsync(() -> {
            MDC.put("elsewhere", event);
            answer.complete(event);
            MDC.remove("elsewhere");
        });
    }

    private static SimpleTask<String, String> put(String key) {
        return event -> {
            MDC.put(key, event);
            return event;
        };
    }

    private static String failing(String event) {
        MDC.put("fails", event);
        throw new IllegalStateException(event);
    }
}
