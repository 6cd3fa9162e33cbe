package io.concor.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ExpiringValueTests {

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger source = new AtomicInteger();
    private final ExpiringValue<Integer> recent = new ExpiringValue<>(source::incrementAndGet, nanos::get);

    @Test
    void returnsTheSameValueWithinASecond() {
        recent.get();
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(999));

        assertThat(recent.get()).isEqualTo(1);
    }

    @Test
    void computesTheValueAgainAfterASecond() {
        recent.get();
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));

        assertThat(recent.get()).isEqualTo(2);
    }
}
