package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who is woken, and how many at once. */
class ParkedWorkersTest {

    private static final int AT_ONCE = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    private final ParkedWorkers parked = new ParkedWorkers();
    private final Worker[] workers = new PoolInHand(
                    new Ring(new ContextPool(8), 8), JoinSettings.fixed(AT_ONCE + 2), pool -> {})
            .workers()
            .toArray(Worker[]::new);

    private void allPark() {
        Stream.of(workers).forEach(parked::add);
    }

    private long woken() {
        return Stream.of(workers).filter(worker -> !worker.isParked()).count();
    }

    private void wake(int times) {
        for (int i = 0; i < times; i++) {
            parked.wakeOne(workers);
        }
    }

    @Test
    void fewAreOnTheirWayAtOnce() {
        allPark();
        wake(workers.length);
        assertThat(woken()).isEqualTo(AT_ONCE);
        assertThat(parked.any()).isTrue();
    }

    @Test
    void anotherIsWokenWhenOneHasComeToItself() {
        allPark();
        wake(workers.length);
        assertThat(parked.remove(workers[0])).isTrue();
        wake(workers.length);
        assertThat(woken()).isEqualTo(AT_ONCE + 1);
    }

    @Test
    void oneThatGoesByItselfIsNotOnItsWay() {
        allPark();
        assertThat(parked.remove(workers[0])).isFalse();
        wake(workers.length);
        assertThat(woken()).isEqualTo(AT_ONCE + 1);
    }

    @Test
    void thereIsNoneToWakeWhenAllHaveGone() {
        allPark();
        Stream.of(workers).forEach(parked::remove);
        assertThat(parked.any()).isFalse();
    }
}
