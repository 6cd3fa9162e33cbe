package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.RunningFlows;
import io.concor.fixture.SimulatedStore;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The keys of stored events are code of users, and are in the store. */
@Timeout(60)
class StoredKeysTest {

    private static final int EVENTS = 20;

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final SimulatedStore store = new SimulatedStore();
    private final Queue<String> askedBy = new ConcurrentLinkedQueue<>();
    private final Queue<Integer> ran = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        store.close();
    }

    private final class Task implements KeyedTask<Integer, Integer> {

        @Override
        public Object key(Integer number) {
            askedBy.add(Thread.currentThread().getName());
            return number % 3;
        }

        @Override
        public Integer apply(Integer number) {
            ran.add(number);
            return number;
        }
    }

    /** That thread serves all flows of the store. */
    @Test
    void noEventIsAskedForItsKeyByTheThreadOfTheStore() {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(JoinSettings.keyed(2).queue(QueueKind.DURABLE))
                .mapKeyed(new Task(), "slot"));
        for (int i = 0; i < EVENTS; i++) {
            flow.accept(i);
        }
        await().until(() -> ran.size() == EVENTS);
        assertThat(askedBy).containsOnly(Thread.currentThread().getName());
    }
}
