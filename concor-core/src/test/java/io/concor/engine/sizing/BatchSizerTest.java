package io.concor.engine.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.statistics.BatchDecision;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToDoubleFunction;
import org.assertj.core.data.Percentage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sizes of batches over simulated slots. */
class BatchSizerTest {

    private static final double TARGET_MILLIS = 200;
    /** A database on another machine. */
    private static final IntToDoubleFunction REMOTE = size -> 4 + 0.1 * size;

    private static BatchSizer sizer(double targetMillis, int most) {
        return new BatchSizer((long) (targetMillis * TimeUnit.MILLISECONDS.toNanos(1)), most);
    }

    private static SimulatedSlot slot(int most, IntToDoubleFunction millis) {
        return new SimulatedSlot(sizer(TARGET_MILLIS, most), millis);
    }

    @Test
    void growsWhileEventsAreLeftBehindUntilThroughputSuffices() {
        BatchSizer sizer = sizer(TARGET_MILLIS, 500);
        SimulatedSlot slot = new SimulatedSlot(sizer, REMOTE);

        slot.run(6_000, 30); // needs batches of 60
        slot.run(6_000, 10);

        assertThat(slot.throughput(10)).isCloseTo(6_000, Percentage.withPercentage(3));
        assertThat(slot.p95Millis()).isLessThan(TARGET_MILLIS);
        assertThat(sizer.size()).isBetween(60, 250);
    }

    @Test
    void doesNotGrowWhileThroughputSuffices() {
        BatchSizer sizer = sizer(TARGET_MILLIS, 500);
        SimulatedSlot slot = new SimulatedSlot(sizer, REMOTE);

        slot.run(500, 30);

        assertThat(sizer.size()).isEqualTo(10);
        assertThat(slot.decisions()).isEmpty();
        assertThat(slot.p95Millis()).isLessThan(15);
    }

    @ParameterizedTest
    @CsvSource({"9500, 500", "20000, 500", "20000, 5000"})
    void reachesTheThroughputOfLargeBatchesUnderOverload(double arrivals, int most) {
        SimulatedSlot slot = slot(most, REMOTE);

        slot.run(arrivals, 20);
        slot.run(arrivals, 5);

        double largest = 1_000 * 500 / REMOTE.applyAsDouble(500);
        assertThat(slot.throughput(5)).isGreaterThan(0.95 * Math.min(arrivals, largest));
    }

    @Test
    void aCallTakesNoLongerThanTheTarget() {
        BatchSizer sizer = sizer(TARGET_MILLIS, 10_000);
        SimulatedSlot slot = new SimulatedSlot(sizer, REMOTE);

        slot.run(100_000, 30);

        assertThat(REMOTE.applyAsDouble(sizer.size())).isLessThan(1.15 * TARGET_MILLIS);
        assertThat(sizer.size()).isGreaterThan(1_400);
    }

    /** The throughput is highest at 50 and falls beyond. */
    private static double best50(int size) {
        return size <= 50 ? 5 + 0.1 * size : 10 * Math.pow(size / 50.0, 1.8);
    }

    @Test
    void findsTheSizeWithTheHighestThroughputFromBelow() {
        BatchSizer sizer = sizer(TARGET_MILLIS, 500);
        SimulatedSlot slot = new SimulatedSlot(sizer, BatchSizerTest::best50);

        slot.run(20_000, 15);
        slot.run(20_000, 30);

        assertThat(slot.throughput(30)).isGreaterThan(0.9 * 5_000);
        assertThat(slot.meanSize()).isBetween(35.0, 75.0);
        assertThat(slot.decisions())
                .extracting(BatchDecision::reason)
                .contains("larger batches lowered the throughput");
    }

    @Test
    void findsASmallerSizeWhenThatHasBecomeTheBest() {
        BatchSizer sizer = sizer(2_000, 400);
        SimulatedSlot slot = new SimulatedSlot(sizer, REMOTE);
        slot.run(20_000, 30);
        assertThat(sizer.size()).isGreaterThan(250);

        slot.curve(BatchSizerTest::best50);
        slot.run(20_000, 90);
        slot.run(20_000, 30);

        assertThat(slot.throughput(30)).isGreaterThan(0.85 * 5_000);
        assertThat(slot.decisions())
                .extracting(BatchDecision::reason)
                .contains("the smaller size had a higher throughput");
    }

    /** Batches of 100, each of which takes 150 ms and of which none leaves events behind. */
    private static @Nullable BatchDecision slowCalls(BatchSizer sizer, long everyMillis) {
        BatchDecision decision = null;
        for (int i = 1; i <= 10 && decision == null; i++) {
            decision = sizer.add(
                    new HandledBatch(millis(i * everyMillis), 100, sizer.size(), 0, millis(150), millis(150)));
        }
        return decision;
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void shrinksWhenEventsTakeTooLongAndSmallerBatchesSuffice() {
        BatchSizer sizer = sizer(2_000, 100);
        new SimulatedSlot(sizer, REMOTE).run(50_000, 20);
        assertThat(sizer.size()).isGreaterThan(70);

        BatchSizer stricter = sizer.with(millis(200), 100);
        BatchDecision decision = slowCalls(stricter, 200);

        assertThat(decision).isNotNull();
        assertThat(decision.to()).as("a call takes 100 ms").isEqualTo(66);
        assertThat(decision.p95Micros()).isCloseTo(300_000, Percentage.withPercentage(10));
        assertThat(decision.reason()).isEqualTo("events take longer than the target, and smaller batches suffice");
    }

    /** The natural size at that load is 180, with a p95 of twice the target; a size of 80 would handle 800 in a second. */
    @Test
    void doesNotShrinkIfSmallerBatchesWouldNotSuffice() {
        BatchSizer sizer = sizer(TARGET_MILLIS, 500);
        SimulatedSlot slot = new SimulatedSlot(sizer, size -> 20 + size);

        slot.run(900, 60);
        slot.run(900, 30);

        assertThat(slot.throughput(30)).isCloseTo(900, Percentage.withPercentage(5));
        assertThat(slot.p95Millis()).isLessThan(4 * TARGET_MILLIS);
    }

    @Test
    void staysAtOneWhereBatchesBringNothing() {
        BatchSizer sizer = sizer(20, 500);
        SimulatedSlot slot = new SimulatedSlot(sizer, size -> 9.0 * size);

        slot.run(1_000, 30);

        assertThat(sizer.size()).isEqualTo(1);
    }

    @Test
    void explainsADecision() {
        SimulatedSlot slot = slot(500, REMOTE);
        slot.run(9_000, 10);

        BatchDecision first = slot.decisions().get(0);
        assertThat(first.from()).isEqualTo(10);
        assertThat(first.to()).isEqualTo(25);
        assertThat(first.reason()).isEqualTo("events are left behind");
        assertThat(first.p95Micros()).isGreaterThan(5_000);
        BatchDecision fitted = slot.decisions().get(4);
        assertThat(fitted.fixedMicros() + 60 * fitted.perEventMicros())
                .as("a call for 60")
                .isCloseTo(1_000 * REMOTE.applyAsDouble(60), Percentage.withPercentage(15));
    }

    @Test
    void keepsItsSizeWhenTargetOrBoundChange() {
        BatchSizer sizer = sizer(TARGET_MILLIS, 500);
        new SimulatedSlot(sizer, REMOTE).run(9_000, 20);
        int size = sizer.size();

        assertThat(size).isGreaterThan(60);
        assertThat(sizer.with(1_000_000, 500).size()).isEqualTo(size);
        assertThat(sizer.with(1_000_000, 50).size()).isEqualTo(50);
    }
}
