package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.concor.BatchTask;
import io.concor.Component;
import io.concor.KeyedTask;
import io.concor.Task;
import io.concor.engine.definition.FlowDefinition;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlowPartsTest {

    private static final int COMPONENTS = 1_000;

    @ParameterizedTest
    @ValueSource(strings = {"batch", "keyed"})
    void takeMemoryInProportionToTheirComponents(String kind) {
        allocate(COMPONENTS, kind); // loads classes

        long once = allocate(COMPONENTS, kind);
        long twice = allocate(2 * COMPONENTS, kind);

        // A reference for each pair of components would add eight bytes for each.
        assertThat(twice - 2 * once).isLessThan(4L * COMPONENTS * COMPONENTS);
    }

    private static long allocate(int components, String kind) {
        FlowDefinition.Limits limits = new FlowDefinition.Limits(1, FlowDefinition.Limits.DEFAULT_TIMEOUT);
        List<Component> tasks = IntStream.range(0, components)
                .mapToObj(i -> Component.of("c" + i, task(kind)))
                .toList();
        FlowDefinition flow = new FlowDefinition("flow", tasks, List.of(), limits);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        FlowParts parts = FlowParts.of(flow);
        assertThat(parts.definition().size()).isEqualTo(components);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    private static Task task(String kind) {
        BatchTask<Object, Object> batch = messages -> messages;
        return kind.equals("batch") ? batch : new ByMessage();
    }

    private static final class ByMessage implements KeyedTask<Object, Object> {

        @Override
        public Object key(Object message) {
            return message;
        }

        @Override
        public Object apply(Object message) {
            return message;
        }
    }
}
