package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.RetryPolicy;
import io.concor.fixture.RunningFlows;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Retries in a flow whose time a test advances. */
class AdvancedRetryTest {

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final AtomicInteger calls = new AtomicInteger();

    @Test
    void beginTheirNextAttemptWhenTheTimeOfTheFlowSaysSo() throws Exception {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .timeout(Duration.ofHours(10))
                .join(JoinSettings.single())
                .retry(RetryPolicy.maxRetries(2).delay(Duration.ofHours(1)).multiplier(2))
                .map(
                        message -> {
                            if (calls.incrementAndGet() < 3) {
                                throw new IllegalStateException();
                            }
                            return message;
                        },
                        "fails"));
        CompletableFuture<Integer> event = flow.submit(1);
        awaitCalls(1);

        advance(flow, Duration.ofMinutes(59));
        assertThat(calls).hasValue(1);
        advance(flow, Duration.ofMinutes(2));
        awaitCalls(2);
        advance(flow, Duration.ofMinutes(121));
        assertThat(RunningFlows.get(event)).isEqualTo(1);
    }

    private void awaitCalls(int number) {
        await("attempt " + number)
                .until(() -> calls.get() == number
                        && flows.manager()
                                        .flow("flow")
                                        .reading()
                                        .components()
                                        .get(0)
                                        .pending()
                                == 1);
    }

    private static void advance(Flow<?, ?> flow, Duration time) {
        ((StagedFlow<?, ?>) flow).lifecycle().advanceClock(time, false);
    }
}
