package io.concor.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.engine.event.ContextPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who is woken, and how many at once. */
class IdleWorkersTest {

    private static final int AT_ONCE = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    private final IdleWorkers idle = new IdleWorkers();
    private final Worker[] workers = new PoolInHand(
                    new Ring(new ContextPool(8, false), 8), JoinSettings.fixed(AT_ONCE + 2), pool -> {})
            .workers()
            .toArray(Worker[]::new);

    private void allPark() {
        Stream.of(workers).forEach(idle::park);
    }

    private long woken() {
        return Stream.of(workers).filter(worker -> !worker.isParked()).count();
    }

    private void wake(int times) {
        for (int i = 0; i < times; i++) {
            idle.wakeOne();
        }
    }

    @Test
    void wakesFewAtOnce() {
        allPark();
        wake(workers.length);
        assertThat(woken()).isEqualTo(AT_ONCE);
        assertThat(idle.anyParked()).isTrue();
    }

    @Test
    void wakesAnotherWhenAWokenOneRuns() {
        allPark();
        wake(workers.length);
        idle.unpark(workers[workers.length - 1]);
        wake(workers.length);
        assertThat(woken()).isEqualTo(AT_ONCE + 1);
    }

    @Test
    void doesNotCountAWorkerThatWakesByItself() {
        allPark();
        idle.unpark(workers[0]);
        wake(workers.length);
        assertThat(woken()).isEqualTo(AT_ONCE + 1);
    }

    @Test
    void hasNoneToWakeWhenNoneIsParked() {
        allPark();
        Stream.of(workers).forEach(idle::unpark);
        assertThat(idle.anyParked()).isFalse();
    }
}
