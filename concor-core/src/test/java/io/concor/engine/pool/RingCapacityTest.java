package io.concor.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RingCapacityTest {

    /** Those of a thread before it parks for the first time. */
    private static final int LOOKS = 52;

    private final RingCapacity capacity = new RingCapacity(1);
    private final AtomicInteger looks = new AtomicInteger();

    /** Hundreds of threads that look in vain would take the processors from the thread that makes room. */
    @Test
    void looksForRoomEverLessOften() {
        long start = System.nanoTime();

        capacity.pauseWhile(() -> looks.incrementAndGet() <= LOOKS + 6);

        long parked = TimeUnit.MILLISECONDS.toNanos(1 + 2 + 4 + 8 + 16 + 32);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(parked);
    }

    /** By itself the thread would look a thousand times in two minutes. */
    @Test
    void looksForRoomWhenWoken() throws InterruptedException {
        Thread pausing = new Thread(() -> capacity.pauseWhile(() -> looks.incrementAndGet() < LOOKS + 1_000));
        pausing.start();

        while (pausing.isAlive()) {
            capacity.freed(0);
            pausing.join(1);
        }

        assertThat(looks).hasValueGreaterThanOrEqualTo(LOOKS + 1_000);
    }
}
