package io.concor.diagnosis.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventHeapTest {

    private final EventHeap heap = new EventHeap();

    @Test
    void returnsEventsByAscendingKeyIfItGrowsAndShrinks() {
        Random random = new Random(1);
        List<Double> expected = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            double key = random.nextInt(500);
            expected.add(key);
            addWithKey(key);
            if (i % 3 == 0) {
                expected.sort(null);
                assertThat(pollKey()).isEqualTo(expected.remove(0));
            }
        }
        expected.sort(null);

        assertThat(expected).isNotEmpty().allSatisfy(key -> assertThat(pollKey())
                .isEqualTo(key));
        assertThat(heap.isEmpty()).isTrue();
    }

    @Test
    void hasNoFirstKeyIfItIsEmpty() {
        addWithKey(3);
        assertThat(heap.firstKey()).isEqualTo(3);
        pollKey();

        assertThat(heap.firstKey()).isInfinite();
        assertThat(heap.poll()).isNull();
    }

    private void addWithKey(double key) {
        SimulatedEvent event = new SimulatedEvent();
        event.serviceNanos = key;
        heap.add(key, event);
    }

    private double pollKey() {
        SimulatedEvent event = heap.poll();
        return event == null ? Double.NaN : event.serviceNanos;
    }
}
