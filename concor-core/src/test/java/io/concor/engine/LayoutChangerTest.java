package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Component;
import io.concor.SimpleTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.definition.FlowLimits;
import io.concor.engine.measure.FlowRecorder;
import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who has the lock of all changes. */
@Timeout(60)
class LayoutChangerTest {

    private static final SimpleTask<Object, Object> TASK = message -> message;

    private final LayoutChanger changer = changer();
    private final Gate first = new Gate();

    private static LayoutChanger changer() {
        FlowDefinition flow = new FlowDefinition(
                "flow", List.of(Component.of("a", TASK)), List.of(), new FlowLimits(8, Duration.ofSeconds(1)));
        ContextPool contexts = new ContextPool(8);
        AdmissionGate door = new AdmissionGate(contexts);
        FlowRecorder recorder = new FlowRecorder(flow.size());
        EventCompletion exit = new EventCompletion("flow", door, new UnhandledErrors("flow"));
        EventRunner chain = new EventRunner(flow, new CoarseClock("flow", Duration.ofSeconds(1)), recorder, exit);
        JoinRegistry joins = new JoinRegistry(flow, contexts);
        return new LayoutChanger(
                flow, joins, chain, door, new StatisticsReader(flow, door, exit, chain, joins, recorder));
    }

    private void stopUntilTheGateOpens() throws InterruptedException {
        changer.lockForStop();
        try {
            first.pass();
        } finally {
            changer.lock().unlock();
        }
    }

    @Test
    void isWantedByTheSecondOfTwoStopsAlsoWhenTheFirstHasGotIt() throws Exception {
        changer.lock().lock();
        CompletableFuture<Void> one = RunningFlows.onOwnThread(this::stopUntilTheGateOpens);
        CompletableFuture<Void> other = RunningFlows.onOwnThread(this::stopUntilTheGateOpens);
        await("both wait").until(() -> changer.lock().getQueueLength() == 2);
        changer.lock().unlock();
        first.awaitReached();

        assertThat(changer.stopping()).isTrue();

        first.open();
        RunningFlows.get(one);
        RunningFlows.get(other);
        assertThat(changer.stopping()).isFalse();
    }
}
