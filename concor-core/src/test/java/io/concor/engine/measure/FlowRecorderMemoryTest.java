package io.concor.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** A component takes memory for what was measured at it, so that a flow may have thousands of them. */
class FlowRecorderMemoryTest {

    private static final int COMPONENTS = 1_000;
    private static final int WINDOW_SECONDS = 10;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long second = 1_000;

    private long bytesPerComponent(Runnable action) {
        long before = threads.getCurrentThreadAllocatedBytes();
        action.run();
        return (threads.getCurrentThreadAllocatedBytes() - before) / COMPONENTS;
    }

    /** At each component, tasks that take between one and four microseconds. */
    private void measureForTheWindow(FlowRecorder recorder) {
        for (int i = 0; i < WINDOW_SECONDS; i++) {
            for (int component = 0; component < COMPONENTS; component++) {
                recorder.recordService(component, 1_000 + 300 * i, false);
                recorder.recordService(component, 4_000 - 300 * i, false);
            }
            recorder.roll(second++);
        }
    }

    @Test
    void aComponentTakesLessThanAKilobyteBeforeItsFirstMeasurement() {
        new FlowRecorder(1).roll(second); // loads the classes

        assertThat(bytesPerComponent(() -> new FlowRecorder(COMPONENTS).roll(second)))
                .isLessThan(1_000);
    }

    @Test
    void aMeasuredComponentTakesSomeKilobytes() {
        FlowRecorder recorder = new FlowRecorder(COMPONENTS);

        assertThat(bytesPerComponent(() -> measureForTheWindow(recorder))).isLessThan(6_000);
    }

    @Test
    void takesNoMoreForTheSameTimes() {
        FlowRecorder recorder = new FlowRecorder(COMPONENTS);
        measureForTheWindow(recorder);
        measureForTheWindow(recorder);

        assertThat(bytesPerComponent(() -> measureForTheWindow(recorder))).isLessThan(64 * WINDOW_SECONDS);
    }
}
