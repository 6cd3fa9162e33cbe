package io.concor.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.KeyedTask;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Events that are numbers, of a few keys: a test sees whether each has arrived once and in the order of its key. */
public final class NumberedEvents {

    private static final int KEYS = 16;

    private NumberedEvents() {}

    /** What a task does with an event. */
    @FunctionalInterface
    public interface Step {
        String apply(String message) throws Exception;
    }

    /** Returns a task of events with keys. */
    public static KeyedTask<String, String> keyed(Step step) {
        return new KeyedTask<>() {
            @Override
            public Object key(String message) {
                return Integer.parseInt(message) % KEYS;
            }

            @Override
            public String apply(String message) throws Exception {
                return step.apply(message);
            }
        };
    }

    /** Enters events, and waits until the flow has accepted them. */
    public static void accept(Flow<String, String> flow, int from, int to) throws Exception {
        List<CompletableFuture<@Nullable Void>> accepted = IntStream.range(from, to)
                .mapToObj(i -> flow.accept(String.valueOf(i)))
                .toList();
        for (CompletableFuture<@Nullable Void> each : accepted) {
            each.get(60, TimeUnit.SECONDS);
        }
    }

    /** The events from 0 to a count have arrived, each once, and those of a key in their order. */
    public static void assertOnceAndInOrder(Collection<Integer> arrived, int count) {
        assertThat(arrived)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, count).boxed().toList());
        Map<Integer, List<Integer>> byKey =
                arrived.stream().collect(Collectors.groupingBy(i -> i % KEYS, HashMap::new, Collectors.toList()));
        byKey.values().forEach(ofKey -> assertThat(ofKey).isSorted());
    }
}
