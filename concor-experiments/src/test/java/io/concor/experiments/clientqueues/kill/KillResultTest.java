package io.concor.experiments.clientqueues.kill;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.clientqueues.ExampleOutcome;
import io.concor.simulator.queues.QueuesOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KillResultTest {

    private static final KillEvent OF_SERVER =
            new KillEvent(Duration.ofSeconds(20), 1, Map.of(1, Duration.ofMillis(4500)));
    private static final KillEvent OF_DATABASE = new KillEvent(
            Duration.ofSeconds(30),
            PlannedKill.DATABASE,
            Map.of(0, Duration.ofMillis(2500), 1, Duration.ofMillis(3500)));

    private static KillResult result(QueuesOutcome explicit, KillEvent... kills) {
        return new KillResult(
                List.of(kills),
                Map.of(Acknowledgement.EXPLICIT, explicit, Acknowledgement.AUTOMATIC, ExampleOutcome.correct(1000)));
    }

    @Test
    void passesIfServersAndTheDatabaseWereKilledAndNothingIsWrong() {
        KillResult result = result(ExampleOutcome.correct(1000), OF_SERVER, OF_DATABASE);

        assertThat(result.passed()).isTrue();
        assertThat(result.lines())
                .contains(
                        "2 kills; a killed server answered after 4.5 s to 4.5 s, servers after the database was killed"
                                + " after 2.5 s to 3.5 s",
                        "PASSED");
        assertThat(OF_DATABASE.line())
                .isEqualTo("30.0 s: killed the database; server 1 answered after 2.5 s, server 2 answered after 3.5 s");
    }

    @Test
    void failsIfAMessageIsLostInOneOfTheWays() {
        KillResult result = result(ExampleOutcome.of(1000, 1, Map.of()), OF_SERVER, OF_DATABASE);

        assertThat(result.passed()).isFalse();
        assertThat(result.lines()).contains("lost: one", "FAILED");
    }

    @Test
    void failsIfServersOrTheDatabaseWereNotKilled() {
        assertThat(result(ExampleOutcome.correct(1000), OF_SERVER).passed()).isFalse();
        assertThat(result(ExampleOutcome.correct(1000), OF_DATABASE).passed()).isFalse();
    }
}
