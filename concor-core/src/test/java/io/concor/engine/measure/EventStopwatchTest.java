package io.concor.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.statistics.EventOutcome;
import io.concor.statistics.SampleListener;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The stages of an event are parts of its latency that do not overlap, whatever ring it comes from in the end. */
class EventStopwatchTest {

    private final FlowRecorder recorder = new FlowRecorder(3);
    private final EventStopwatch stopwatch = new EventStopwatch(recorder);
    private long inStages;
    private int stages;
    private long latency;

    @BeforeEach
    void listen() {
        recorder.listen(new SampleListener() {
            @Override
            public void onStage(int first, long nanos) {
                stages++;
                inStages += nanos;
            }

            @Override
            public void onEnd(EventOutcome outcome, long nanos) {
                latency = nanos;
            }
        });
    }

    private void task(int component) {
        stopwatch.taskStarts(component);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1);
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        stopwatch.taskEnded(component, null);
    }

    private void waitsFor(int component, boolean inItsSlot, int ring) {
        int stage = stopwatch.stage();
        long nanosInStage = stopwatch.waitStarts(component, inItsSlot, false);
        if (nanosInStage >= 0) {
            recorder.recordStage(stage, nanosInStage, stopwatch.isHeard());
        }
        stopwatch.taken(ring);
    }

    private void assertStages(int number) {
        stopwatch.stop(EventOutcome.COMPLETED, null);
        assertThat(stages).isEqualTo(number);
        assertThat(inStages).isEqualTo(latency);
    }

    @Test
    void stagesFollowEachOther() {
        stopwatch.start();
        waitsFor(0, true, 0);
        task(0);
        waitsFor(1, true, 1);
        task(1);

        assertStages(2);
    }

    @Test
    void anEventThatIsMovedToTheRingOfTheStageBeforeBeginsAnewThere() {
        stopwatch.start();
        task(0);
        waitsFor(1, true, 0);
        task(1);

        assertStages(2);
    }

    @Test
    void anEventThatReturnsToTheOnlyThreadOfItsStageBeginsAnewThere() {
        stopwatch.start();
        waitsFor(0, true, 0);
        task(0);
        waitsFor(1, false, 0);
        task(1);

        assertStages(2);
    }

    @Test
    void anEventThatASlotRejectsStaysInItsStage() {
        stopwatch.start();
        task(0);
        stopwatch.waitStarts(1, true, false);
        stopwatch.rejected(1);
        task(1);

        assertStages(1);
    }
}
