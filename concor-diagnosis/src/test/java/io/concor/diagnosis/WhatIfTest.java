package io.concor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import io.concor.BatchTask;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.diagnosis.simulation.Prediction;
import io.concor.diagnosis.verdict.Verdict.Performance;
import io.concor.diagnosis.verdict.Verdict.State;
import io.concor.diagnosis.verdict.WhatIf;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Predictions for a flow whose blocking task has too few threads. */
@Timeout(180)
@Tag("full")
class WhatIfTest {

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private OverloadedFlow flow;

    @BeforeEach
    void start() {
        flow = new OverloadedFlow(Flows.<Integer>create("flow")
                .<Integer>map(message -> message, "quick")
                .join(JoinSettings.fixed(2))
                .<Integer>mapSynchronizedRemote(message -> OverloadedFlow.sleep(message, 10_000), "remote")
                .maxInFlight(32));
        await("a verdict")
                .atMost(PATIENCE)
                .until(() -> flow.diagnosis().verdict("flow").state() == State.LIMITED);
    }

    @AfterEach
    void stop() throws InterruptedException {
        flow.close();
    }

    private WhatIf whatIf(Optional<JoinSettings> remote, OptionalDouble rate) {
        return flow.diagnosis().whatIf("flow", Map.of("remote", remote), rate);
    }

    @Test
    void predictsTheThroughputThatTheChangeThenHas() {
        WhatIf answer = await("a prediction with free processors")
                .atMost(PATIENCE)
                .until(
                        () -> whatIf(Optional.of(JoinSettings.fixed(6)), OptionalDouble.empty()),
                        seen -> !Prediction.PROCESSORS.equals(seen.predicted().limitedBy()));
        Performance predicted = answer.predicted();

        flow.manager().change(ChangeRequest.put("flow", "remote", JoinSettings.fixed(6)));

        await("a window with the new layout only, and with as much processor time as before")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(flow.manager()
                                .flow("flow")
                                .statistics()
                                .window()
                                .throughput())
                        .isCloseTo(predicted.throughputPerSecond(), withinPercentage(15)));
        assertThat(predicted.throughputPerSecond())
                .isGreaterThan(2 * answer.now().throughputPerSecond());
    }

    @Test
    void predictsShorterLatencyAtALowerRateAndThatNothingLimits() {
        WhatIf answer = whatIf(Optional.of(JoinSettings.fixed(2)), OptionalDouble.of(50));

        assertThat(answer.predicted().throughputPerSecond()).isCloseTo(50, withinPercentage(10));
        assertThat(answer.predicted().limitedBy()).isNull();
        assertThat(answer.predicted().p99Micros()).isLessThan(answer.now().p99Micros());
    }

    @Test
    void predictsThatCallersRunTheTaskIfTheJoinIsRemoved() {
        Performance predicted = whatIf(Optional.empty(), OptionalDouble.of(500)).predicted();

        assertThat(predicted.throughputPerSecond()).isCloseTo(500, withinPercentage(10));
    }

    @Test
    void saysWhatIsMissingIfNoEventEnds() {
        Manager manager = flow.manager();
        try (Flow<Integer, Integer> idle = Flows.<Integer>create("idle")
                .join(JoinSettings.fixed(2))
                .<Integer>map(message -> message, "only")
                .build()) {
            manager.register(idle);

            await("a second").atMost(PATIENCE).untilAsserted(() -> assertThatExceptionOfType(
                            PredictionUnavailableException.class)
                    .isThrownBy(() -> flow.diagnosis().whatIf("idle", Map.of(), OptionalDouble.of(50)))
                    .withMessageStartingWith("flow 'idle': too little is known for a prediction: less than one event")
                    .withMessageContaining("Let it handle at least one event per second"));
        }
    }

    @Test
    void refusesToPredictFromTheLayoutBefore() {
        flow.manager().change(ChangeRequest.put("flow", "remote", JoinSettings.fixed(3)));

        assertThatExceptionOfType(PredictionUnavailableException.class)
                .isThrownBy(() -> whatIf(Optional.of(JoinSettings.fixed(6)), OptionalDouble.empty()))
                .withMessageContaining("no second has passed since its start or the last change of its layout");
    }

    @Test
    void refusesToPredictOtherBatches() {
        BatchTask<Integer, Integer> writes = messages -> messages;
        try (Flow<Integer, Integer> bills = Flows.<Integer>create("bills")
                .join(JoinSettings.batch(10))
                .mapBatch(writes, "writer")
                .build()) {
            flow.manager().register(bills);

            assertThatExceptionOfType(PredictionUnavailableException.class)
                    .isThrownBy(() -> flow.diagnosis()
                            .whatIf(
                                    "bills",
                                    Map.of("writer", Optional.of(JoinSettings.batch(20))),
                                    OptionalDouble.empty()))
                    .withMessageContaining("how long a call in slot 'writer' takes depends on the size of batches")
                    .withMessageEndingWith("Try the change for a short time with revertAfter");
        }
    }

    @Test
    void changesNothing() {
        long version = flow.manager().flow("flow").layout().version();

        whatIf(Optional.of(JoinSettings.fixed(6)), OptionalDouble.empty());

        assertThat(flow.manager().flow("flow").layout().version()).isEqualTo(version);
        assertThat(flow.manager().flow("flow").history(10)).isEmpty();
    }

    @Test
    void saysWhatThePredictionRestsOn() {
        assertThat(whatIf(Optional.of(JoinSettings.fixed(6)), OptionalDouble.empty())
                        .reasons())
                .anySatisfy(reason -> assertThat(reason).startsWith("Events arrive at"))
                .anySatisfy(reason -> assertThat(reason).contains("were measured"));
    }
}
