package io.concor.queues.client.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CallPacerTest {

    private static final long BETWEEN = CallPacer.BETWEEN.toNanos();

    private long now = Long.MAX_VALUE - 5; // it overflows during the test
    private final CallPacer pacer = new CallPacer(10_000, () -> now);

    private static long[] delays(CallPacer pacer, int calls) {
        return LongStream.range(0, calls).map(call -> pacer.delayNanos()).toArray();
    }

    @Test
    void letsAHundredCallsPassAndThenOneAfterTheOther() {
        assertThat(delays(pacer, CallPacer.AT_ONCE)).containsOnly(0);
        assertThat(delays(pacer, 3)).containsExactly(BETWEEN, 2 * BETWEEN, 3 * BETWEEN);

        now += 4 * BETWEEN;
        assertThat(delays(pacer, 2)).containsExactly(0, BETWEEN);
    }

    @Test
    void letsAHundredPassAgainWhenNoneHasComeForAWhile() {
        delays(pacer, 500);

        now += 10_000 * BETWEEN;

        assertThat(delays(pacer, CallPacer.AT_ONCE)).containsOnly(0);
        assertThat(delays(pacer, 1)).containsExactly(BETWEEN);
    }

    @Test
    void makesAsManyCallsAsMayBecomeDueWithinTwoSeconds() {
        int most = 1_000_000;

        long[] delays = delays(new CallPacer(most, () -> now), most);

        assertThat(delays).isSorted();
        assertThat(delays[most - 1]).isLessThanOrEqualTo(CallPacer.LONGEST.toNanos());
    }
}
