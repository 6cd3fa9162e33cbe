package io.concor.autoconfigure.preset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.ChangeRequest;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.Layout;
import io.concor.Manager;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a watch makes of slots that are not there, and of tasks that hold their threads. */
class WatchedPresetTests extends StoredOrders {

    @Test
    void leavesOutSlotsThatTheFlowHasNotWhereThatIsAllowed() throws IOException {
        Manager manager = new Manager(new FilePresetStore(location));
        manager.register(flow);
        write("day.yml", threads(2));
        manager.applyPreset("orders", "day", ChangeRequest.options("orders"));
        WatchedPreset watched =
                new WatchedPreset(manager, "orders", true, ChangeRequest.DEFAULT_TIME_LIMIT, () -> null);
        write("day.yml", "slots: {parser: {pool: fixed, threads: 3}, counter: {pool: single}, gone: {pool: single}}");

        watched.look();
        watched.look();
        watched.look();

        assertThat(manager.layout("orders")).isEqualTo(new Layout(3, layout(3)));
    }

    @Test
    void passesOverMoreAndMoreLooksWhileATaskHoldsItsThread() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        Manager manager = new Manager(new FilePresetStore(location));
        try (Flow<String, String> holding = Flows.<String>create("orders")
                .mapSingleThreaded(
                        (String order) -> {
                            held.countDown();
                            gate.await();
                            return order;
                        },
                        "counter")
                .build()) {
            manager.register(holding);
            write("day.yml", "slots: {counter: {pool: single}}");
            manager.applyPreset("orders", "day", ChangeRequest.options("orders"));
            WatchedPreset watched = new WatchedPreset(manager, "orders", false, Duration.ofMillis(10), () -> null);
            holding.apply("order");
            held.await();
            write("day.yml", "slots: {counter: {pool: single, wait: yielding}}");

            try {
                assertThat(IntStream.rangeClosed(1, 193).filter(look -> tries(manager, watched)))
                        .containsExactly(2, 4, 7, 12, 21, 38, 71, 132, 193);
            } finally {
                gate.countDown();
            }

            await("the new layout").until(() -> {
                watched.look();
                return manager.layout("orders").version() > 1;
            });
        }
    }

    private static boolean tries(Manager manager, WatchedPreset watched) {
        int before = manager.history("orders", Integer.MAX_VALUE).size();
        watched.look();
        return manager.history("orders", Integer.MAX_VALUE).size() > before;
    }
}
