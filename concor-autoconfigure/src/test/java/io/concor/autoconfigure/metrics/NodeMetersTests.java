package io.concor.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.autoconfigure.flow.NodeFlowFixture;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

/** A process has no meters of what runs elsewhere. */
class NodeMetersTests extends NodeFlowFixture {

    @Test
    void metersAreOfWhatRunsHere() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (Flow<String, String> flow = flow("edge")) {
            new ConcorMetrics(manager).bindTo(registry);
            assertThat(registry.find("concor.task").timers())
                    .extracting(timer -> timer.getId().getTag("task"))
                    .containsExactly("check");
            assertThat(registry.find("concor.slot.size").meters()).isEmpty();
            assertThat(registry.find("concor.stage").timers())
                    .extracting(timer -> timer.getId().getTag("stage"))
                    .containsExactly("check");
            assertThat(registry.find("concor.queue.depth").meters())
                    .extracting(meter -> meter.getId().getTag("slot"))
                    .containsExactly("book");
        }
    }
}
