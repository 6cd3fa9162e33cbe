package io.concor.queues.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RecentCountTest {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5); // it overflows, as nanoTime may
    private final RecentCount count = new RecentCount(nanos::get);

    private void pass(long millis) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Test
    void ratesAreThoseOfTheLastTenWholeSeconds() {
        for (int second = 0; second < 30; second++) {
            count.add(second < 20 ? 100 : 50);
            pass(1_000);
        }

        assertThat(count.perSecond()).isEqualTo(50);
        assertThat(count.total()).isEqualTo(2_500);
    }

    @Test
    void theSecondThatLastsDoesNotCount() {
        count.add(10);
        pass(1_200);
        count.add(1_000);

        assertThat(count.perSecond()).isEqualTo(10);
    }

    @Test
    void secondsWithoutEventsCount() {
        count.add(100);
        pass(5_000);

        assertThat(count.perSecond()).isEqualTo(20);

        pass(60_000);
        assertThat(count.perSecond()).isZero();
        assertThat(count.total()).isEqualTo(100);
    }

    @Test
    void anEventOfTenSecondsAgoCountsAndAnOlderOneDoesNot() {
        count.add(10);
        pass(10_000);
        assertThat(count.perSecond()).isEqualTo(1);

        pass(1_000);
        assertThat(count.perSecond()).isZero();
    }

    @Test
    void isKnownInTheFirstSecond() {
        pass(500);
        count.add(7);

        assertThat(count.perSecond()).isCloseTo(7, within(0.001));
    }
}
