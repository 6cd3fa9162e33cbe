package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.concor.fixture.RunningFlows;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** In the steady state, events that need not wait for admission are handled without allocation. */
@Timeout(120)
class EventAllocationTest {

    private static final int KEYS = 1_000;
    /** Fewer than a flow admits. */
    private static final int EVENTS_OF_A_ROUND = 256;

    private static final int WARM_UP_ROUNDS = 4_000;
    private static final int ROUNDS = 2_000;
    /** The smallest object takes 16 bytes; some are allocated by threads that do not belong to the flow. */
    private static final double LESS_THAN_AN_OBJECT = 1;

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final List<Integer> events = IntStream.range(0, KEYS).boxed().toList();
    private final AtomicInteger ended = new AtomicInteger();

    private static final class Identity implements KeyedTask<Integer, Integer> {

        @Override
        public Object key(Integer message) {
            return message;
        }

        @Override
        public Integer apply(Integer message) {
            return message;
        }
    }

    @Test
    void threadsOfAPoolAllocateNothing() {
        assertThat(bytesPerEvent(Flows.<Integer>create("pool")
                        .join(JoinSettings.fixed(2))
                        .<Integer>map(message -> message, "task")))
                .isLessThan(LESS_THAN_AN_OBJECT);
    }

    @Test
    void keepingWhatARecoveryTaskWouldSeeAllocatesNothing() {
        assertThat(bytesPerEvent(Flows.<Integer>create("recovering")
                        .join(JoinSettings.fixed(2))
                        .<Integer>map(message -> message, "task")
                        .recovering((error, context) -> 0, "recovers")))
                .isLessThan(LESS_THAN_AN_OBJECT);
    }

    @Test
    void orderForEachKeyAllocatesNothing() {
        assertThat(bytesPerEvent(Flows.<Integer>create("keyed")
                        .join(JoinSettings.keyed(2))
                        .mapKeyed(new Identity(), "task")))
                .isLessThan(LESS_THAN_AN_OBJECT);
    }

    private double bytesPerEvent(FlowBuilder<Integer, Integer> builder) {
        Flow<Integer, Integer> flow = flows.start(builder.forEach(message -> ended.incrementAndGet(), "end"));
        send(flow, WARM_UP_ROUNDS);
        long before = allocated();
        send(flow, ROUNDS);
        return (double) (allocated() - before) / ROUNDS / EVENTS_OF_A_ROUND;
    }

    private void send(Flow<Integer, Integer> flow, int rounds) {
        for (int round = 0; round < rounds; round++) {
            ended.set(0);
            for (int i = 0; i < EVENTS_OF_A_ROUND; i++) {
                flow.apply(events.get((round + i) % KEYS));
            }
            while (ended.get() < EVENTS_OF_A_ROUND) {
                Thread.onSpinWait();
            }
        }
    }

    /** Returns the bytes allocated by all threads so far. */
    private long allocated() {
        return Arrays.stream(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
                .filter(bytes -> bytes > 0)
                .sum();
    }
}
