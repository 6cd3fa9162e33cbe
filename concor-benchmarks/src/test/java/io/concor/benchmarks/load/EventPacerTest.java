package io.concor.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EventPacerTest {

    private final AtomicInteger taken = new AtomicInteger();
    private final EventPacer pacer = new EventPacer(event -> taken.incrementAndGet(), false);

    @Test
    void recordsHowLateItIs() {
        long start = System.nanoTime() - TimeUnit.SECONDS.toNanos(1);

        pacer.send(10, 1_000, start);

        assertThat(pacer.lateMicros().get("lateP50Micros")).isGreaterThan(900_000);
        assertThat(pacer.lateMicros().get("lateMaxMicros")).isGreaterThanOrEqualTo(990_000);
    }

    @Test
    void recordsNoLatenessOfEventsThatAreNotDueAtATime() {
        pacer.sendAtOnce(10);

        assertThat(taken).hasValue(10);
        assertThat(pacer.lateMicros()).containsEntry("lateMaxMicros", 0.0);
    }

    @Test
    void sendsWhatIsDueBeforeTheEnd() {
        long start = System.nanoTime();

        pacer.sendUntil(start + TimeUnit.MILLISECONDS.toNanos(20), 1_000, start);

        assertThat(taken.get()).isBetween(1, 20);
        assertThat(pacer.sent()).isEqualTo(taken.get());
    }
}
