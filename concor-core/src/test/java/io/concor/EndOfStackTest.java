package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.fixture.RunningFlows;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Threads that come to the end of their stack just when they enter, wherever in the engine that is. */
class EndOfStackTest {

    private static final int THREADS = 200;
    private static final int DEPTHS = 40;
    private static final long STACK_BYTES = 200_000;

    @RegisterExtension
    private final RunningFlows flows = new RunningFlows();

    @Test
    void keepNobodyElseFromEntering() throws Exception {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .join(JoinSettings.single())
                .<Integer>map(event -> event, "a")
                .maxInFlight(2 * THREADS * DEPTHS));
        for (int i = 0; i < THREADS; i++) {
            Thread deep = new Thread(null, () -> enterFromTheEnd(flow), "deep", STACK_BYTES + 64L * i);
            deep.start();
            deep.join(TimeUnit.SECONDS.toMillis(20));
        }

        assertThat(RunningFlows.get(flow.submit(7))).isEqualTo(7);
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
