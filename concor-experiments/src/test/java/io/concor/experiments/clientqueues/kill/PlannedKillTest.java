package io.concor.experiments.clientqueues.kill;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlannedKillTest {

    private static PlannedKill at(int seconds, int target) {
        return new PlannedKill(Duration.ofSeconds(seconds), target);
    }

    @Test
    void killsServersInTurnAndTheDatabaseInTheMiddle() {
        assertThat(PlannedKill.plan(Duration.ofSeconds(100), Duration.ofSeconds(20), 2))
                .containsExactly(at(20, 0), at(40, 1), at(50, PlannedKill.DATABASE), at(60, 0), at(80, 1));
    }

    @Test
    void killsTheDatabaseOnceInTenMinutes() {
        List<PlannedKill> plan = PlannedKill.plan(Duration.ofMinutes(10), Duration.ofSeconds(20), 2);

        assertThat(plan)
                .hasSize(30)
                .filteredOn(kill -> kill.target() == PlannedKill.DATABASE)
                .containsExactly(at(310, PlannedKill.DATABASE));
        assertThat(plan).filteredOn(kill -> kill.target() == 0).hasSize(15);
        assertThat(plan).filteredOn(kill -> kill.target() == 1).hasSize(14);
    }
}
