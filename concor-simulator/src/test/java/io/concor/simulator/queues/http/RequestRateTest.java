package io.concor.simulator.queues.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RequestRateTest {

    private static final long MILLI = 1_000_000;

    @Test
    void spacesRequestsEvenly() {
        RequestRate rate = new RequestRate(100, 0);
        assertThat(rate.delayNanos(0)).isZero();
        assertThat(rate.delayNanos(0)).isEqualTo(10 * MILLI);
        assertThat(rate.delayNanos(5 * MILLI)).isEqualTo(15 * MILLI);
    }

    @Test
    void sendsTheRequestsOfTwoMillisecondsTogether() {
        RequestRate rate = new RequestRate(1000, 7);
        assertThat(rate.delayNanos(7)).isZero();
        assertThat(rate.delayNanos(7)).isEqualTo(2 * MILLI);
        assertThat(rate.delayNanos(7)).isEqualTo(2 * MILLI);
        assertThat(rate.delayNanos(MILLI + 7)).isEqualTo(3 * MILLI);
    }

    @Test
    void makesUpForAShortPauseOnly() {
        RequestRate rate = new RequestRate(100, 0);
        long later = 1000 * MILLI;
        for (int i = 0; i <= 10; i++) {
            assertThat(rate.delayNanos(later)).isZero();
        }
        assertThat(rate.delayNanos(later)).isEqualTo(10 * MILLI);
    }

    @Test
    void hasNoLimitOfZero() {
        RequestRate rate = new RequestRate(0, 0);
        assertThat(rate.delayNanos(5)).isZero();
        assertThat(rate.delayNanos(5)).isZero();
    }
}
