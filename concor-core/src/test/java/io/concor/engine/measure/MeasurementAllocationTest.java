package io.concor.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.concor.Transaction;
import io.concor.statistics.EventObserver.EventObservation;
import io.concor.statistics.EventOutcome;
import io.concor.statistics.SampleListener;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** A call that allocates before its guard could throw an OutOfMemoryError, which would lose the event. */
class MeasurementAllocationTest {

    private static final int EVENTS = 1_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final FlowRecorder recorder = new FlowRecorder(2);
    private final EventStopwatch stopwatch = new EventStopwatch(recorder);

    private void measure() {
        for (int i = 0; i < EVENTS; i++) {
            stopwatch.taken(1);
            stopwatch.taskStarts(1);
            stopwatch.taskReturned(1);
            stopwatch.taskEnded(1, null);
            stopwatch.waitStarts(1, true, false);
            stopwatch.rejected(1);
            recorder.recordTransaction(0, Transaction.Outcome.COMMITTED, 1);
        }
    }

    @Test
    void callsListenerAndObserverWithoutAllocation() {
        recorder.listen(new SampleListener() {});
        EventObservation observation = new EventObservation() {};
        recorder.observe(() -> observation);
        stopwatch.start();
        measure();

        long before = threads.getCurrentThreadAllocatedBytes();
        measure();

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(16 * EVENTS);
        stopwatch.stop(EventOutcome.COMPLETED, null);
    }
}
