package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who has the lock of all changes. */
@Timeout(60)
class FlowLockTest {

    private final FlowLock lock = new FlowLock("flow");
    private final Gate first = new Gate();

    private void stopUntilTheGateOpens() {
        lock.stopping(this::passTheGate);
    }

    private boolean passTheGate() {
        try {
            first.pass();
            return true;
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void isWantedByTheSecondOfTwoStopsAlsoWhenTheFirstHasGotIt() throws Exception {
        List<CompletableFuture<Void>> stops = lock.changing(List.of(), Duration.ZERO, () -> {
            List<CompletableFuture<Void>> both = Stream.generate(
                            () -> RunningFlows.onOwnThread(this::stopUntilTheGateOpens))
                    .limit(2)
                    .toList();
            await("both wait").until(() -> lock.waitingStops() == 2);
            return both;
        });
        first.awaitReached();

        assertThat(lock.stopWaits()).isTrue();

        first.open();
        for (CompletableFuture<Void> stop : stops) {
            RunningFlows.get(stop);
        }
        assertThat(lock.stopWaits()).isFalse();
    }
}
