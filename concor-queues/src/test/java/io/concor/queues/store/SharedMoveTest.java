package io.concor.queues.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.KeyedTask;
import io.concor.QueueKind;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.queues.jdbc.StoreDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A slot moves to memory in one of two processes that share its queue. */
@Timeout(60)
class SharedMoveTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int KEYS = 64;

    /** The numbers of events in the order in which they began. */
    private final Queue<Integer> begun = new ConcurrentLinkedQueue<>();

    private final Queue<Integer> begunHere = new ConcurrentLinkedQueue<>();
    private final CountDownLatch goOn = new CountDownLatch(1);

    private interface Step {
        void run(int number) throws InterruptedException;
    }

    private static Flow<String, String> flow(StoreUnderTest tested, Step step) {
        return Flows.<String>create("flow")
                .queues(tested.store())
                .join(JoinSettings.keyed(4).queue(QueueKind.DURABLE))
                .mapKeyed(
                        new KeyedTask<String, String>() {
                            @Override
                            public Object key(String message) {
                                return Integer.parseInt(message) % KEYS;
                            }

                            @Override
                            public String apply(String message) throws InterruptedException {
                                step.run(Integer.parseInt(message));
                                return message;
                            }
                        },
                        "slot")
                .build();
    }

    private void there(int number) throws InterruptedException {
        goOn.await();
        begun.add(number);
    }

    private void here(int number) {
        begun.add(number);
        begunHere.add(number);
    }

    private static void accept(Flow<String, String> flow, int from, int to) {
        IntStream.range(from, to).forEach(number -> flow.accept(String.valueOf(number)));
    }

    /** Half of the keys lie in lanes of the other process, which stands still. */
    @Test
    void keysKeepTheirOrderThoughTheOtherProcessHasTheirFirstEvents() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.H2);
                Flow<String, String> other = flow(tested, this::there);
                Flow<String, String> moving = flow(tested, this::here)) {
            await("both own lanes").atMost(LONG).until(() -> owners(tested) == 2);
            accept(moving, 0, KEYS);
            await("some of them here").atMost(LONG).until(() -> begunHere.size() >= KEYS / 4);
            Manager manager = new Manager();
            manager.register(moving);
            manager.change(ChangeRequest.put("flow", "slot", JoinSettings.keyed(4)));
            accept(moving, KEYS, 2 * KEYS);
            await("those whose first ones began here").atMost(LONG).until(() -> begunHere.stream()
                    .filter(number -> number < KEYS)
                    .allMatch(number -> begunHere.contains(number + KEYS)));
            goOn.countDown();
            await("all").atMost(LONG).until(() -> begun.size() >= 2 * KEYS);
        } finally {
            goOn.countDown();
        }
        List<Integer> order = List.copyOf(begun);
        assertThat(order).doesNotHaveDuplicates();
        assertThat(IntStream.range(0, KEYS).filter(key -> order.indexOf(key) > order.indexOf(key + KEYS)))
                .as("keys whose second event began first")
                .isEmpty();
    }

    private static long owners(StoreUnderTest tested) throws Exception {
        boolean all = tested.strings("select 'free' from concor_lane where owner is null")
                .isEmpty();
        return all ? tested.strings("select distinct owner from concor_lane").size() : 0;
    }
}
