package io.concor.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.layout.Refusals;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Snapshots of counters, at times that the test chooses. */
class CounterHistoryTest {

    private static final Refusals ONE_REFUSED = new Refusals(1, 0, 0, 0, 0, 0);
    private static final long BEGIN = -7_000_000_000L;

    private final CounterHistory history = new CounterHistory(CounterSnapshot.none(BEGIN, 1));

    private static long at(double seconds) {
        return BEGIN + (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    }

    private static CounterSnapshot counts(double seconds, long completed) {
        return new CounterSnapshot(
                at(seconds),
                completed,
                completed / 2,
                ONE_REFUSED,
                new long[1],
                new long[1],
                new long[] {completed},
                new long[1],
                new long[1],
                new long[1],
                Map.of());
    }

    private double windowBegin(double seconds) {
        return (history.windowStart(at(seconds)).nanos() - BEGIN) / 1e9;
    }

    @Test
    void takesASnapshotASecond() {
        assertThat(history.due(at(0.9))).isFalse();
        assertThat(history.due(at(1))).isTrue();

        history.add(counts(1, 5));

        assertThat(history.due(at(1.9))).isFalse();
        assertThat(history.due(at(2))).isTrue();
    }

    @Test
    void theWindowOfAYoungFlowBeginsAtTheStart() {
        for (int second = 1; second <= 5; second++) {
            history.add(counts(second, second));
        }

        assertThat(windowBegin(5)).isZero();
        assertThat(history.windowStart(at(5))).isSameAs(history.start());
    }

    @Test
    void theWindowOfAnOlderFlowIsTenSecondsLong() {
        for (int second = 1; second <= 60; second++) {
            history.add(counts(second, second));
        }

        assertThat(windowBegin(60)).isEqualTo(50);
        assertThat(windowBegin(60.4)).isEqualTo(50);
        assertThat(windowBegin(60.6)).isEqualTo(51);
        assertThat(history.start().nanos()).isEqualTo(BEGIN);
    }

    @Test
    void countsOfTheWindowAreTheDifferenceOfTwoSnapshots() {
        history.add(counts(1, 100));

        CounterSnapshot since = counts(11, 250).since(history.windowStart(at(11)));

        assertThat(since)
                .returns(TimeUnit.SECONDS.toNanos(10), CounterSnapshot::nanos)
                .returns(150L, CounterSnapshot::completed)
                .returns(75L, CounterSnapshot::failed)
                .returns(Refusals.NONE, CounterSnapshot::refusals);
        assertThat(since.taken()).containsExactly(150);
    }

    @Test
    void sharesAreTimeSpentOverTheTimeOfTheThreads() {
        CounterSnapshot counts = new CounterSnapshot(
                0,
                0,
                0,
                Refusals.NONE,
                new long[3],
                new long[3],
                new long[3],
                new long[] {200, 100, 0},
                new long[] {600, 100, 0},
                new long[] {1_000, 100, 0},
                Map.of());

        assertThat(counts.busy(0)).isEqualTo(0.2);
        assertThat(counts.blocked(0)).isEqualTo(0.6);
        assertThat(counts.busy(1) + counts.blocked(1)).as("at most").isOne();
        assertThat(counts.busy(2)).as("without threads").isZero();
    }

    @Test
    void theHottestLaneIsThatOfTheWindow() {
        CounterSnapshot before = lanes(Map.of(0, new long[] {100, 0, 0}));
        CounterSnapshot now = lanes(Map.of(0, new long[] {101, 3, 0}, 1, new long[] {0, 0, 5}));

        assertThat(now.since(before).hottestLane(0)).isEqualTo(0.75);
        assertThat(now.since(before).hottestLane(1)).isEqualTo(1.0);
        assertThat(now.since(now).hottestLane(0)).as("without events").isZero();
        assertThat(before.since(now).hottestLane(0)).as("of another queue").isEqualTo(1.0);
        assertThat(before.hottestLane(1)).as("without keys").isNull();
    }

    private static CounterSnapshot lanes(Map<Integer, long[]> lanes) {
        return new CounterSnapshot(
                0,
                0,
                0,
                Refusals.NONE,
                new long[0],
                new long[0],
                new long[0],
                new long[0],
                new long[0],
                new long[0],
                lanes);
    }
}
