package io.concor.benchmarks.starter;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.Sampling;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;

@Timeout(60)
class SurroundingsTest {

    private final Flow<String, String> flow = Flows.<String>create("measured")
            .join(JoinSettings.single())
            .map((String key) -> String.valueOf(MDC.get(key)), "task")
            .build();

    @AfterEach
    void clear() {
        flow.close();
    }

    private String valueOnTheThreadOfTheTask() throws Exception {
        MDC.put("key", "value");
        try {
            return flow.submit("key").get(20, TimeUnit.SECONDS);
        } finally {
            MDC.clear();
        }
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    }

    @Test
    @Tag("full")
    void theStarterCarriesThreadLocalsSamplesAndDiagnoses() throws Exception {
        try (MeasuredFlows running = Surroundings.STARTER.start(List.of(flow))) {
            assertThat(valueOnTheThreadOfTheTask()).isEqualTo("value");
            assertThat(running.manager().flow("measured").sampling()).isEqualTo(Sampling.DEFAULT);
            assertThat(threads()).anyMatch(name -> name.startsWith("concor-diagnosis"));
        }
    }

    @Test
    void theEngineAloneDoesNothingOfThis() throws Exception {
        try (MeasuredFlows running = Surroundings.ENGINE.start(List.of(flow))) {
            assertThat(valueOnTheThreadOfTheTask()).isEqualTo("null");
            assertThat(running.manager().names()).containsExactly("measured");
        }
        assertThat(Surroundings.ENGINE.sampling().enabled()).isFalse();
    }
}
