package io.concor.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Component;
import io.concor.JoinSettings;
import io.concor.SimpleTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.layout.Layout;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreadCapacityTest {

    private static final SimpleTask<Integer, Integer> TASK = event -> event;

    private final ThreadCapacity time = new ThreadCapacity(
            new FlowDefinition(
                    "flow",
                    List.of(Component.of("a", TASK), Component.of("b", TASK)),
                    List.of(),
                    new FlowDefinition.Limits(1, Duration.ofSeconds(1))),
            100);

    private static Layout layout(Map<String, JoinSettings> slots) {
        return new Layout(1, slots);
    }

    @Test
    void countsEachLayoutForAsLongAsItWasInForce() {
        Layout one = layout(Map.of("a", JoinSettings.single()));
        Layout four = layout(Map.of("a", JoinSettings.fixed(4), "b", JoinSettings.single()));

        assertThat(time.accountFor(one, 150)).containsExactly(50, 0);
        assertThat(time.accountFor(four, 160)).containsExactly(50 + 40, 10);
        assertThat(time.accountFor(layout(Map.of()), 500)).containsExactly(90, 10);
    }

    @Test
    void doesNotCountBackwards() {
        Layout one = layout(Map.of("a", JoinSettings.single()));
        time.accountFor(one, 200);

        assertThat(time.accountFor(one, 150)).containsExactly(100, 0);
        assertThat(time.accountFor(one, 210)).containsExactly(110, 0);
    }
}
