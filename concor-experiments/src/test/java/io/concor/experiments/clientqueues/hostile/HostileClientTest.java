package io.concor.experiments.clientqueues.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostileClientTest {

    private final List<Attack> begun = new ArrayList<>();

    private HostileClient client(int attacks, int waiting) {
        HostileSettings settings =
                new HostileSettings(2, 1, 100, 0, 1, 10, attacks, 10 * waiting, Duration.ofSeconds(10), 2, List.of());
        return new HostileClient(1, settings, (client, attack) -> begun.add(attack));
    }

    private static void run(HostileClient client, int seconds) {
        for (int tick = 0; tick < seconds * HostileClient.TICKS; tick++) {
            client.tick();
        }
    }

    @Test
    void attacksAtItsRateInAllWays() {
        HostileClient client = client(3, 0);

        run(client, 3);

        assertThat(begun).hasSize(9).doesNotHaveDuplicates().doesNotContain(Attack.WAITING_RECEIVE);
    }

    @Test
    void hasNoMoreConnectionsThanItMay() {
        HostileClient client = client(50, 0);

        run(client, 10);
        assertThat(begun).hasSize(100);
        client.ended(Attack.SLOW_BODY);
        run(client, 1);

        assertThat(begun).hasSize(101);
    }

    @Test
    void keepsAsManyReceivesWaitingAsItShould() {
        HostileClient client = client(0, 20);

        run(client, 30);
        assertThat(begun).hasSize(20).containsOnly(Attack.WAITING_RECEIVE);
        client.ended(Attack.WAITING_RECEIVE);
        run(client, 1);

        assertThat(begun).hasSize(21);
    }
}
