package io.concor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.diagnosis.autopilot.Autopilot;
import io.concor.diagnosis.autopilot.AutopilotSettings;
import io.concor.diagnosis.signal.ConnectionPools;
import io.concor.diagnosis.signal.OwnThreads;
import io.concor.diagnosis.verdict.Verdict.Performance;
import io.concor.diagnosis.verdict.WhatIf;
import io.concor.layout.Layout;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What Concor uses of the processors to predict and to plan never counts as the use of the flows. */
@Timeout(60)
class OwnUseOfProcessorsTest {

    private static final Performance ANY = new Performance(1, 1, 1, null);

    @Test
    void containsThatOfPredictions() {
        OwnThreads own = new OwnThreads();
        AtomicReference<Thread> computedBy = new AtomicReference<>();
        try (Predictions predictions = new Predictions(own, Duration.ofSeconds(1), System::nanoTime)) {
            predictions.answer(
                    new Predictions.Question("orders", new Layout(1, Map.of()), Map.of(), OptionalDouble.empty()),
                    Optional.empty(),
                    () -> {
                        computedBy.set(Thread.currentThread());
                        return new WhatIf("orders", ANY, ANY, List.of());
                    });
        }

        assertThat(own.contain(computedBy.get())).isTrue();
        assertThat(own.contain(Thread.currentThread())).isFalse();
    }

    @Test
    void containsThatOfTheAutopilot() {
        Manager manager = new Manager();
        try (Autopilot autopilot = new Autopilot(manager, flow -> AutopilotSettings.DEFAULT);
                Diagnosis diagnosis = Diagnosis.start(manager, ConnectionPools.NONE, autopilot::goal)) {
            autopilot.follow(diagnosis);

            await("the thread of the autopilot is disregarded")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().equals("concor-autopilot"))
                            .anyMatch(diagnosis::disregards));
        }
    }
}
