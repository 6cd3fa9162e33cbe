package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.awaitility.Awaitility.await;

import io.concor.Component;
import io.concor.JoinSettings;
import io.concor.SimpleTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.pool.Pool;
import io.concor.layout.Layout;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a start or a change has begun ends again where a part fails at the last moment; here the part is missing. */
@Timeout(60)
class TakenBackTest {

    private static final SimpleTask<Object, Object> TASK = message -> message;
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Map<String, JoinSettings> SLOTS = Map.of("a", JoinSettings.single());

    private final FlowDefinition flow = new FlowDefinition(
            "flow", List.of(Component.of("a", TASK)), List.of(), new FlowDefinition.Limits(8, TIMEOUT));
    private final FlowParts parts = FlowParts.of(flow);
    private final LayoutChanger withoutStatistics = new LayoutChanger(parts, null);

    private void awaitTheEndOfAllThreads() {
        await("the threads end").until(() -> parts.registry().pools().stream().allMatch(Pool::hasEnded));
    }

    @Test
    void aFlowThatHasNoClockHasNoThreads() {
        FlowParts partsWithoutClock = new FlowParts(
                flow,
                parts.contexts(),
                parts.gate(),
                null,
                parts.recorder(),
                parts.path(),
                parts.storages(),
                parts.registry(),
                parts.lock(),
                parts.timeouts(),
                parts.stopCalls(),
                parts.outerEvents());
        FlowLifecycle withoutClock = new FlowLifecycle(partsWithoutClock, null);

        assertThatNullPointerException().isThrownBy(() -> withoutClock.begin(SLOTS));

        awaitTheEndOfAllThreads();
    }

    @Test
    void aChangeThatCannotBeCountedLeavesNoThreads() {
        Layout next = new Layout(1, SLOTS);

        assertThatNullPointerException().isThrownBy(() -> withoutStatistics.change(next, TIMEOUT));

        awaitTheEndOfAllThreads();
    }
}
