package io.concor.diagnosis.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.signal.ArrivalPattern.ArrivalCount;
import io.concor.diagnosis.signal.FlowWindow.SlotWindow;
import io.concor.diagnosis.signal.FlowWindow.StoredWindow;
import io.concor.layout.Layout;
import io.concor.statistics.FlowLevels;
import io.concor.statistics.FlowLevels.ComponentLevels;
import io.concor.statistics.FlowReading;
import io.concor.statistics.FlowReading.ComponentReading;
import io.concor.statistics.FlowReading.SlotReading;
import io.concor.statistics.FlowReading.StoredReading;
import io.concor.statistics.QueueFigures;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Windows of a flow with one component, from readings made by hand. */
class FlowSamplerTest {

    private static final long SECOND = 1_000_000_000;

    private final Map<Long, Long> processorNanos = new HashMap<>();
    private final ProcessorTimes times = new ProcessorTimes() {

        @Override
        long[] ofThreads(List<Long> ids) {
            return ids.stream()
                    .mapToLong(id -> processorNanos.getOrDefault(id, -1L))
                    .toArray();
        }
    };
    private JoinSettings settings = JoinSettings.fixed(4);
    private List<Long> threadIds = List.of();
    private long version = 1;
    private @Nullable StoredReading stored;

    private FlowReading reading(long seconds, long ended, long busyNanos, long blockedNanos) {
        SlotReading slot = new SlotReading(
                "remote",
                settings,
                ended,
                busyNanos,
                blockedNanos,
                settings.threads() * seconds * SECOND,
                7,
                Math.max(1, threadIds.size()),
                threadIds,
                null,
                null,
                stored);
        return new FlowReading(
                "flow",
                0,
                seconds * SECOND,
                new Layout(version, Map.of("remote", settings)),
                64,
                10,
                ended - ended / 4,
                ended / 8,
                ended / 4,
                0,
                ended / 2,
                3,
                List.of(new ComponentReading(
                        "remote", TaskKind.SYNCHRONIZED_REMOTE, 2, 1, 0, ended / 4, ended / 8, null, Map.of(), 0)),
                List.of(slot));
    }

    private static SlotWindow slot(FlowWindow window) {
        return window.slots().get(0);
    }

    @Test
    void countsPerSecond() {
        FlowSampler sampler = new FlowSampler(ReadingClock.SYSTEM, times, reading(10, 100, 0, 0), List.of(), Map.of());

        FlowWindow window = sampler.window(reading(12, 300, 0, 0));

        assertThat(window.seconds()).isEqualTo(2);
        assertThat(window.throughput()).isEqualTo(100);
        assertThat(window.failed()).isEqualTo(25);
        assertThat(window.recovered()).isEqualTo(12.5);
        assertThat(window.refused()).isEqualTo(50);
        assertThat(window.components().get(0).errors()).isEqualTo(25);
        assertThat(window.components().get(0).timeouts()).isEqualTo(12.5);
        assertThat(slot(window).taken()).isEqualTo(100);
        assertThat(sampler.window(reading(13, 300, 0, 0)).throughput())
                .as("of the next window")
                .isZero();
    }

    @Test
    void sharesOfTimeAreThoseOfAllThreadsThatAPoolMayHave() {
        settings = JoinSettings.cached(8);
        threadIds = List.of(1L, 2L); // started so far
        FlowSampler sampler = new FlowSampler(ReadingClock.SYSTEM, times, reading(0, 0, 0, 0), List.of(), Map.of());

        FlowWindow window = sampler.window(reading(1, 100, 2 * SECOND, SECOND));

        assertThat(slot(window).busy()).isEqualTo(0.25);
        assertThat(slot(window).blocked()).isEqualTo(0.125);
    }

    @Test
    void readsLevelsSeveralTimes() {
        FlowSampler sampler = new FlowSampler(ReadingClock.SYSTEM, times, reading(0, 0, 0, 0), List.of(), Map.of());
        sampler.sample(levels(1, 20));
        sampler.sampleEmpty(2, 20);

        FlowWindow window = sampler.window(reading(1, 0, 0, 0));

        assertThat(slot(window).queue()).isEqualTo(new Level(3.5, 0, 7));
        assertThat(window.inFlight()).isEqualTo(new Level(5, 0, 10));
        assertThat(window.waitingCallers()).isEqualTo(new Level(1.5, 0, 3));
        assertThat(window.components().get(0).running()).isEqualTo(new Level(1, 0, 2));
        assertThat(window.components().get(0).runningOutside()).isEqualTo(new Level(0.5, 0, 1));
        assertThat(window.components().get(0).pending()).isEqualTo(new Level(2, 0, 4));
        assertThat(slot(sampler.window(reading(2, 0, 0, 0))).queue())
                .as("of the next window")
                .isEqualTo(Level.ZERO);
    }

    @Test
    void knowsHowIrregularlyEventsArrive() {
        FlowSampler sampler = new FlowSampler(ReadingClock.SYSTEM, times, reading(0, 0, 0, 0), List.of(), Map.of());
        for (int tenth = 1; tenth <= 10; tenth++) {
            sampler.sample(levels(tenth * SECOND / 10, tenth * 25));
        }

        assertThat(sampler.window(reading(1, 0, 0, 0)).arrivals().dispersion()).hasValue(0);
        assertThat(sampler.window(reading(2, 0, 0, 0)).arrivals().dispersion())
                .as("without readings")
                .isEmpty();
    }

    @Test
    void countsWhatArrivesBetweenTwoWindows() {
        FlowSampler sampler = new FlowSampler(ReadingClock.SYSTEM, times, reading(0, 0, 0, 0), List.of(), Map.of());
        sampler.sample(levels(SECOND, 20));
        sampler.window(reading(1, 0, 0, 0));
        sampler.sample(levels(SECOND + SECOND / 10, 27));

        assertThat(sampler.window(reading(2, 0, 0, 0)).arrivals().counts())
                .containsExactly(new ArrivalCount(SECOND / 10, 7));
    }

    @Test
    void knowsHowIrregularlyEventsArriveAlsoIfNoneIsInsideAtMostReadings() {
        FlowSampler sampler = new FlowSampler(ReadingClock.SYSTEM, times, reading(0, 0, 0, 0), List.of(), Map.of());
        sampler.sampleEmpty(0, 0);
        sampler.sample(levels(SECOND / 10, 200));
        for (int tenth = 2; tenth <= 10; tenth++) {
            sampler.sampleEmpty(tenth * SECOND / 10, 200);
        }

        assertThat(sampler.window(reading(1, 0, 0, 0)).arrivals().dispersion().orElseThrow())
                .as("of a burst")
                .isGreaterThan(100);
    }

    private static FlowLevels levels(long nanos, long arrived) {
        return new FlowLevels(0, nanos, arrived, 10, 2, 3, List.of(new ComponentLevels(2, 1, 4, 7, 5)));
    }

    private static QueueFigures queue(long depth, long put, long taken, long writing, long reading) {
        return new QueueFigures(depth, 1, 0, put, taken, 0, 5, 0, writing, reading, null);
    }

    @Test
    void showsWhatTheStoreOfASlotDoes() {
        stored = new StoredReading(queue(100, 1_000, 900, 0, 0), 10, 0);
        FlowSampler sampler = new FlowSampler(ReadingClock.SYSTEM, times, reading(0, 0, 0, 0), List.of(), Map.of());
        sampler.sample(levels(0, 0));
        stored = new StoredReading(queue(140, 1_100, 960, SECOND, SECOND / 2), 20, SECOND);

        FlowWindow window = sampler.window(reading(2, 0, 0, 0));

        StoredWindow store = Objects.requireNonNull(slot(window).stored());
        assertThat(window.admitted().average()).isEqualTo(8);
        assertThat(store.storing().average()).isEqualTo(5);
        assertThat(store.depth()).isEqualTo(100);
        assertThat(store.growth()).isEqualTo(20);
        assertThat(store.inStore()).isEqualTo(0.125);
        assertThat(store.transactionSeconds()).isEqualTo(0.1);
        assertThat(store.writing()).isEqualTo(0.5);
        assertThat(store.reading()).isEqualTo(0.25);
    }

    @Test
    void aStoreThatWasOpenedMeanwhileHasDoneNothingBefore() {
        FlowSampler sampler = new FlowSampler(ReadingClock.SYSTEM, times, reading(0, 0, 0, 0), List.of(), Map.of());
        stored = new StoredReading(queue(100, 1_000, 900, SECOND, SECOND), 10, SECOND);

        StoredWindow store =
                Objects.requireNonNull(slot(sampler.window(reading(1, 0, 0, 0))).stored());

        assertThat(store.growth()).isZero();
        assertThat(store.inStore()).isZero();
    }

    @Test
    void knowsWhetherTheLayoutChanged() {
        FlowSampler sampler = new FlowSampler(ReadingClock.SYSTEM, times, reading(0, 0, 0, 0), List.of(), Map.of());
        version = 2;

        assertThat(sampler.window(reading(1, 0, 0, 0)).changed()).isTrue();
        assertThat(sampler.window(reading(2, 0, 0, 0)).changed()).isFalse();
    }

    @Test
    void takesThreadsThatItCannotReadToBeLikeTheOthers() {
        threadIds = List.of(1L, 2L, 3L, 4L);
        processorNanos.putAll(Map.of(1L, 0L, 2L, 0L, 3L, 0L, 4L, 0L));
        FlowSampler sampler = new FlowSampler(ReadingClock.SYSTEM, times, reading(0, 0, 0, 0), List.of(), Map.of());
        processorNanos.putAll(Map.of(1L, SECOND / 2, 2L, SECOND / 4));
        processorNanos.keySet().removeAll(List.of(3L, 4L)); // ended

        FlowWindow window = sampler.window(reading(1, 0, 0, 0));

        assertThat(slot(window).processor().orElseThrow()).isCloseTo(0.375, within(0.001));
    }

    @Test
    void admitsThatProcessorTimeIsUnknown() {
        FlowSampler sampler = new FlowSampler(ReadingClock.SYSTEM, times, reading(0, 0, 0, 0), List.of(), Map.of());

        assertThat(slot(sampler.window(reading(1, 0, 0, 0))).processor()).isEqualTo(OptionalDouble.empty());
    }
}
