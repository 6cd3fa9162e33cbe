package io.concor.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.fixture.Notes;
import io.concor.fixture.RecordedBatches;
import io.concor.fixture.RunningFlows;
import io.concor.statistics.FlowReading.BatchReading;
import io.concor.statistics.FlowReading.SlotReading;
import io.concor.statistics.FlowStatistics.BatchFigures;
import io.concor.statistics.FlowStatistics.Period;
import io.concor.statistics.FlowStatistics.SlotFigures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is measured of batches, and who hears of it. */
@Timeout(60)
class BatchStatisticsTest {

    private static final Duration CALL = Duration.ofMillis(40);

    @RegisterExtension
    final RunningFlows flows = RunningFlows.measured(true);

    private final RecordedBatches batches = new RecordedBatches(messages -> {
        long start = System.nanoTime();
        while (System.nanoTime() - start < CALL.toNanos()) {
            LockSupport.parkNanos(CALL.toNanos());
        }
        return messages;
    });

    private Flow<Integer, Integer> start() {
        FlowBuilder<Integer, Integer> builder = Flows.<Integer>create("flow")
                .join(JoinSettings.batch(4))
                .mapBatch(batches, "writer")
                .map((Integer event) -> event, "next");
        return flows.start(builder);
    }

    private void together(Flow<Integer, Integer> flow, Integer... events) throws Exception {
        flow.apply(RecordedBatches.HELD);
        batches.gate().awaitReached();
        List<CompletableFuture<Integer>> results =
                Stream.of(events).map(flow::submit).toList();
        batches.gate().open();
        for (CompletableFuture<Integer> result : results) {
            RunningFlows.get(result);
        }
    }

    @Test
    void showsSizesAndDurationsOfBatches() throws Exception {
        together(start(), 1, 2, 3, 4, 5, 6);

        Period period = flows.manager().flow("flow").statistics().sinceStart();
        BatchFigures figures = period.slots().get(0).batches();
        assertThat(figures)
                .returns(4, BatchFigures::limit)
                .returns(3L, BatchFigures::calls)
                .returns(4L, BatchFigures::maxSize)
                .returns(4L, BatchFigures::p95Size);
        assertThat(figures.meanSize()).isBetween(2.3, 2.4);
        assertThat(figures.call().p50Micros()).isGreaterThanOrEqualTo(CALL.toNanos() / 1_000 * 0.98);
        assertThat(figures.meanMicrosPerEvent()).isEqualTo(figures.call().meanMicros() / figures.meanSize());
    }

    @Test
    void anEventHasItsShareOfTheCall() throws Exception {
        together(start(), 1, 2, 3, 4);

        Period period = flows.manager().flow("flow").statistics().sinceStart();
        assertThat(period.components().get(0).service().samples()).isEqualTo(5);
        assertThat(period.components().get(0).service().p50Micros())
                .isBetween(CALL.toNanos() / 4_000 * 0.98, CALL.toNanos() / 1_000 * 0.9);
        assertThat(period.stages().get(0).latency().p95Micros())
                .as("the stage takes the whole call")
                .isGreaterThanOrEqualTo(CALL.toNanos() / 1_000 * 0.98);
    }

    @Test
    void aReadingHasTheMeanSizeOfRecentBatches() throws Exception {
        Flow<Integer, Integer> flow = start();
        assertThat(batchReadings()).as("before the first call").containsOnlyNulls();

        together(flow, 1, 2, 3, 4, 5, 6);

        assertThat(batchReadings().get(0).limit()).isEqualTo(4);
        assertThat(batchReadings().get(0).meanSize()).isCloseTo(7 / 3.0, within(0.01));
        assertThat(batchReadings().get(1)).as("no batch component").isNull();
    }

    private List<BatchReading> batchReadings() {
        return flows.manager().flow("flow").reading().slots().stream()
                .map(SlotReading::batches)
                .toList();
    }

    @Test
    void slotsOfOtherComponentsHaveNoBatches() {
        flows.start(Flows.<Integer>create("flow").join(JoinSettings.single()).map((Integer event) -> event, "other"));

        assertThat(flows.manager().flow("flow").statistics().window().slots())
                .extracting(SlotFigures::batches)
                .containsOnlyNulls();
    }

    @Test
    void waitingForMoreIsIdleTime() throws Exception {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .join(JoinSettings.batch(4).linger(Duration.ofMillis(300)))
                .mapBatch((List<Integer> messages) -> messages, "writer"));
        RunningFlows.get(flow.submit(1));

        Period period = flows.manager().flow("flow").statistics().sinceStart();
        assertThat(period.slots().get(0).busy() * period.seconds()).isLessThan(0.2);
        assertThat(period.slots().get(0).waiting().maxMicros()).isGreaterThan(290_000);
    }

    @Test
    void aListenerHearsOfEachBatch() throws Exception {
        Queue<String> heard = new ConcurrentLinkedQueue<>();
        Flow<Integer, Integer> flow = start();
        flows.manager().flow("flow").listen(new SampleListener() {
            @Override
            public void onBatch(int component, int size, long nanos) {
                heard.add("%d: %d".formatted(component, size));
            }
        });
        together(flow, 1, 2, 3);

        assertThat(heard).containsExactly("0: 1", "0: 3");
    }

    /** Notes what it hears of the events of one batch. */
    private static final class Diary implements EventObserver.EventObservation {

        private final int number;
        private final Queue<String> heard;

        private Diary(int number, Queue<String> heard) {
            this.number = number;
            this.heard = heard;
        }

        @Override
        public void taskStarted(int component) {
            heard.add(number + " starts");
        }

        @Override
        public void taskStopped(int component, @Nullable Throwable error) {
            heard.add(number + " stops");
        }

        @Override
        public String toString() {
            return String.valueOf(number);
        }
    }

    @Test
    void anObserverHearsOfABatchOnceWithTheObservationsOfItsEvents() throws Exception {
        Queue<String> heard = new ConcurrentLinkedQueue<>();
        List<Diary> entered = new ArrayList<>();
        Flow<Integer, Integer> flow = flows.start(
                Flows.<Integer>create("flow").join(JoinSettings.batch(4)).mapBatch(batches, "writer"));
        flows.manager().flow("flow").observe(new EventObserver() {
            @Override
            public EventObservation enter() {
                entered.add(new Diary(entered.size(), heard));
                return entered.get(entered.size() - 1);
            }

            @Override
            public BatchObservation batchStarted(int component, int size, List<EventObservation> events) {
                heard.add("batch of %d at %d: %s".formatted(size, component, events));
                return error -> heard.add("batch ends");
            }
        });
        together(flow, 1, 2);

        await("the last").until(() -> heard.contains("1 stops"));
        assertThat(heard)
                .containsExactly(
                        "0 starts",
                        "batch of 1 at 0: [0]",
                        "batch ends",
                        "0 stops",
                        "1 starts",
                        "2 starts",
                        "batch of 2 at 0: [1, 2]",
                        "batch ends",
                        "2 stops",
                        "1 stops");
    }

    @Test
    void theObservationOfABatchBeginsAndEndsWithinTheThreadLocalsOfTheFirstEvent() throws Exception {
        Notes notes = new Notes();
        Queue<String> heard = new ConcurrentLinkedQueue<>();
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .carrying(notes)
                .forEach(event -> notes.add("event " + event), "note")
                .join(JoinSettings.batch(4))
                .mapBatch(batches, "writer"));
        flows.manager().flow("flow").observe(new EventObserver() {
            @Override
            public EventObservation enter() {
                return new EventObservation() {};
            }

            @Override
            public BatchObservation batchStarted(int component, int size, List<EventObservation> events) {
                heard.add("begins: " + notes.read());
                notes.add("observed");
                return error -> heard.add("ends: " + notes.read());
            }
        });
        together(flow, 1, 2);

        assertThat(heard).contains("begins: event 1", "ends: event 1 observed");
    }
}
