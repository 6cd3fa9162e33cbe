package io.concor.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Component;
import io.concor.JoinSettings;
import io.concor.SimpleTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.definition.FlowLimits;
import io.concor.layout.Layout;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreadTimeTest {

    private static final SimpleTask<Integer, Integer> TASK = event -> event;

    private final ThreadTime time = new ThreadTime(
            new FlowDefinition(
                    "flow",
                    List.of(Component.of("a", TASK), Component.of("b", TASK)),
                    List.of(),
                    new FlowLimits(1, Duration.ofSeconds(1))),
            100);

    private static Layout layout(Map<String, JoinSettings> slots) {
        return new Layout(1, slots);
    }

    @Test
    void countsEachLayoutForAsLongAsItWasInForce() {
        Layout one = layout(Map.of("a", JoinSettings.single()));
        Layout four = layout(Map.of("a", JoinSettings.fixed(4), "b", JoinSettings.single()));

        assertThat(time.add(one, 150)).containsExactly(50, 0);
        assertThat(time.add(four, 160)).containsExactly(50 + 40, 10);
        assertThat(time.add(layout(Map.of()), 500)).containsExactly(90, 10);
    }

    @Test
    void doesNotCountBackwards() {
        Layout one = layout(Map.of("a", JoinSettings.single()));
        time.add(one, 200);

        assertThat(time.add(one, 150)).containsExactly(100, 0);
        assertThat(time.add(one, 210)).containsExactly(110, 0);
    }
}
