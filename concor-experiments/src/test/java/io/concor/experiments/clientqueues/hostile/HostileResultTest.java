package io.concor.experiments.clientqueues.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.clientqueues.ExampleOutcome;
import io.concor.experiments.clientqueues.testbed.ServerState;
import io.concor.simulator.queues.QueuesOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HostileResultTest {

    private static final ServerState WELL = new ServerState(true, 0, 150);

    private final AttackOutcomes outcomes = new AttackOutcomes();

    private List<String> faults(QueuesOutcome attacked, int waiting, ServerState left) {
        HostileSettings settings =
                new HostileSettings(2, 1, 100, 0, 10, 10, 5, 1000, Duration.ofSeconds(10), 2, List.of());
        return new HostileResult(
                        settings,
                        new HostilePhase("alone", ExampleOutcome.correct(1000), 0.5),
                        new HostilePhase("under attack", attacked, 0.5),
                        new HostilePhase("afterwards", ExampleOutcome.correct(1000), 0.5),
                        outcomes,
                        waiting,
                        WELL,
                        left)
                .faults();
    }

    @Test
    void hasNoFaultIfTheServerHoldsOut() {
        outcomes.add(Attack.HUGE_BODY, "413");
        outcomes.add(Attack.SLOW_BODY, HostileConnection.CLOSED);

        assertThat(faults(ExampleOutcome.correct(2000), 950, WELL)).isEmpty();
    }

    @Test
    void namesALatencyBeyondTheGoal() {
        assertThat(faults(ExampleOutcome.correct(2500), 1000, WELL))
                .containsExactly("the 99th percentile takes 2.50 times as long");
    }

    @Test
    void namesMessagesThatAreLostAndRequestsThatFail() {
        assertThat(faults(ExampleOutcome.of(1000, 1, Map.of("send: timeout", 11L)), 1000, WELL))
                .containsExactly(
                        "under attack: messages are lost, twice or wrong: [lost: one]",
                        "under attack: failed or refused {send: timeout=11}");
    }

    @Test
    void namesOutcomesOfAttacksThatAServerShouldNotHave() {
        outcomes.add(Attack.UNKNOWN_QUEUE, "500");
        outcomes.add(Attack.UNKNOWN_QUEUE, "404");

        assertThat(faults(ExampleOutcome.correct(1000), 1000, WELL)).containsExactly("unknown queue: 1 × 500");
    }

    @Test
    void namesWhatIsWrongAfterwards() {
        assertThat(faults(ExampleOutcome.correct(1000), 100, new ServerState(false, 3, 400)))
                .containsExactly(
                        "only 100 receives waited",
                        "the server is not healthy after the attacks",
                        "3 receives wait after the attacks",
                        "400 files are open after the attacks, 150 were before");
    }
}
