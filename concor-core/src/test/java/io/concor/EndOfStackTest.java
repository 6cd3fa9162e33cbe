package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.fixture.RunningFlows;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads that come to the end of their stack just when they enter, wherever in the engine that is. */
class EndOfStackTest {

    private static final int THREADS = 200;
    private static final int DEPTHS = 40;
    private static final long STACK_BYTES = 200_000;

    @RegisterExtension
    private final RunningFlows flows = new RunningFlows();

    static Stream<JoinSettings> pools() {
        return Stream.of(JoinSettings.single(), JoinSettings.cached(THREADS).keepAlive(Duration.ofMillis(1)));
    }

    @ParameterizedTest
    @MethodSource("pools")
    void keepNoOtherThreadFromEntering(JoinSettings settings) throws Exception {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .join(settings)
                .<Integer>map(EndOfStackTest::occupyThread, "a")
                .maxInFlight(2 * THREADS * DEPTHS));
        for (int i = 0; i < THREADS; i++) {
            Thread deep = new Thread(null, () -> enterFromTheEnd(flow), "deep", STACK_BYTES + 64L * i);
            deep.start();
            deep.join(TimeUnit.SECONDS.toMillis(20));
        }

        assertThat(RunningFlows.get(flow.submit(7))).isEqualTo(7);
    }

    /** Keeps its thread from looking for events for a moment, so that a pool that may grow does. */
    private static Integer occupyThread(Integer event) {
        LockSupport.parkNanos(10_000);
        return event;
    }

    /** Enters at each of the last depths of the stack; returns how many of these are left. */
    private static int enterFromTheEnd(Flow<Integer, Integer> flow) {
        int left;
        try {
            left = enterFromTheEnd(flow);
        } catch (StackOverflowError end) {
            left = DEPTHS;
        }
        if (left > 0) {
            enter(flow);
        }
        return left - 1;
    }

    private static void enter(Flow<Integer, Integer> flow) {
        try {
            flow.tryApply(1);
        } catch (StackOverflowError still) {
            // a little less deep it is tried again
        }
    }
}
