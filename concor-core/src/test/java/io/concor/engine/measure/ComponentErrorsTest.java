package io.concor.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ComponentErrorsTest {

    private final ComponentErrors errors = new ComponentErrors();

    private void thrown(Class<?> type) {
        errors.countThrown(type, type);
    }

    @Test
    void countsWhatATaskThrowsByItsTypeAndCause() {
        thrown(IOException.class);
        thrown(IOException.class);
        errors.countThrown(IOException.class, TimeoutException.class);

        assertThat(errors.thrown())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("IOException", 2L, "IOException caused by TimeoutException", 1L));
        assertThat(errors.latest()).isEqualTo("IOException caused by TimeoutException");
    }

    @Test
    void countsTimeoutsApart() {
        thrown(IOException.class);
        errors.countTimeout();

        assertThat(errors.all()).isEqualTo(2);
        assertThat(errors.timeouts()).isEqualTo(1);
        assertThat(errors.thrown()).containsExactly(Map.entry("IOException", 1L));
        assertThat(errors.latest()).isEqualTo("EventTimeoutException");
    }

    @Test
    void keepsTheTypesThatOccurredLast() {
        Stream<Class<?>> types = Stream.of(
                byte[].class,
                short[].class,
                int[].class,
                long[].class,
                char[].class,
                float[].class,
                double[].class,
                boolean[].class);
        types.forEach(this::thrown);
        thrown(byte[].class);
        thrown(IOException.class);

        assertThat(errors.thrown())
                .hasSize(ComponentErrors.KEPT)
                .containsEntry("byte[]", 2L)
                .containsEntry("IOException", 1L)
                .doesNotContainKey("short[]");
    }

    @Test
    void losesNoErrorOfSeveralThreads() {
        IntStream.range(0, 10_000).parallel().forEach(i -> thrown(i % 2 == 0 ? int[].class : long[].class));

        assertThat(errors.thrown()).isEqualTo(Map.of("int[]", 5_000L, "long[]", 5_000L));
        assertThat(errors.all()).isEqualTo(10_000);
    }
}
