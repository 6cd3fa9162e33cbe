package io.concor.simulator.queues.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageRoutesTest {

    @Test
    void sendsEvenlyToAllOtherClientsThroughAllQueues() {
        MessageRoutes routes = new MessageRoutes(42, 5, 3);
        Map<MessageRoute, Integer> counts = new HashMap<>();
        for (int number = 0; number < 12_000; number++) {
            counts.merge(routes.of(2, number), 1, Integer::sum);
        }
        assertThat(counts).hasSize(4 * 3).allSatisfy((route, count) -> {
            assertThat(route.receiver()).isBetween(1, 5).isNotEqualTo(2);
            assertThat(route.queue()).isBetween(1, 3);
            assertThat(count).isBetween(900, 1100);
        });
    }

    @Test
    void knowsTheRouteOfAMessageAgain() {
        MessageRoute route = new MessageRoutes(42, 100, 100).of(7, 8);
        assertThat(new MessageRoutes(42, 100, 100).of(7, 8)).isEqualTo(route);
        assertThat(new MessageRoutes(43, 100, 100).of(7, 8)).isNotEqualTo(route);
    }
}
