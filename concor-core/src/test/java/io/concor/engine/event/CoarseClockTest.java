package io.concor.engine.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.EventTimeoutException;
import io.concor.FlowStoppedException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CoarseClockTest {

    private final CoarseClock clock = new CoarseClock("flow", Duration.ofSeconds(30));

    @Test
    void doesNotExpireWhatHasJustEntered() {
        assertThat(clock.hasExpired(clock.now())).isFalse();
    }

    @Test
    void expiresWhatIsOlderThanTheTimeout() {
        long entered = clock.now() - Duration.ofSeconds(32).toNanos();
        clock.tick();
        assertThat(clock.hasExpired(entered)).isTrue();
    }

    @Test
    void expiresEverythingWhileItIsStopped() {
        clock.expireAll();
        assertThat(clock.hasExpired(System.nanoTime())).isTrue();
        clock.tick();
        assertThat(clock.hasExpired(System.nanoTime())).isTrue();
        assertThat(clock.timeoutError("a")).isInstanceOf(FlowStoppedException.class);
    }

    @Test
    void keepsExpiredWhatEnteredBeforeItWasRestarted() {
        long before = clock.now();
        clock.expireAll();
        clock.restart();
        assertThat(clock.hasExpired(before)).isTrue();
        assertThat(clock.hasExpired(clock.now())).isFalse();
        assertThat(clock.timeoutError("a")).isInstanceOf(EventTimeoutException.class);
    }

    @Test
    void takesDurationsThatCannotBeCountedInNanosecondsAsEndless() {
        assertThat(CoarseClock.nanos(Duration.ofSeconds(Long.MAX_VALUE))).isPositive();
        assertThat(CoarseClock.nanos(Duration.ofMillis(3))).isEqualTo(3_000_000);
        assertThat(CoarseClock.nanos(Duration.ofSeconds(Long.MIN_VALUE))).isZero();
    }

    @Test
    void expiresExactlyWhatHasGrownOlderThanTheTimeout() {
        clock.advance(0, true);
        long entered = clock.now();

        clock.advance(Duration.ofSeconds(30).toNanos(), true);
        assertThat(clock.hasExpired(entered)).isFalse();
        clock.advance(1, true);
        assertThat(clock.hasExpired(entered)).isTrue();
        assertThat(clock.hasExpired(clock.now())).isFalse();
    }

    @Test
    void standsStillUntilItRunsOn() {
        clock.advance(0, true);
        long stopped = clock.now();
        clock.tick();
        assertThat(clock.now()).isEqualTo(stopped);

        clock.advance(0, false);
        clock.tick();
        assertThat(clock.now()).isGreaterThan(stopped);
    }

    /** An event that enters just before a late tick bears the time of the tick before it. */
    @Test
    void doesNotExpireAnEventEarlyBecauseATickWasLate() {
        Duration timeout = Duration.ofMillis(100);
        CoarseClock late = new CoarseClock("flow", timeout);
        long stamp = late.now();
        while (System.nanoTime() - stamp < Duration.ofMillis(60).toNanos()) {
            Thread.onSpinWait();
        }
        long entered = System.nanoTime();

        do {
            late.tick();
        } while (!late.hasExpired(stamp));

        assertThat(Duration.ofNanos(System.nanoTime() - entered)).isGreaterThanOrEqualTo(timeout);
    }
}
