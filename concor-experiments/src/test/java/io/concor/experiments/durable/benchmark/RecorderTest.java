package io.concor.experiments.durable.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.durable.subject.Event;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RecorderTest {

    private final Recorder recorder = new Recorder();

    @Test
    void recordsNothingBeforeItMeasures() {
        recorder.record(1);

        assertThat(recorder.millis(0.5)).isNaN();
    }

    @Test
    void returnsPercentilesOfWhatItMeasured() {
        recorder.measure();
        LongStream.rangeClosed(1, 2000).forEach(millis -> recorder.record(millis * 1_000_000));

        assertThat(recorder.millis(0.5)).isEqualTo(1001);
        assertThat(recorder.millis(0.99)).isEqualTo(1981);
        assertThat(recorder.millis(1)).isEqualTo(2000);
    }

    @Test
    void recordsTheTimeOfEventsWithADueTimeOnce() {
        recorder.measure();
        Event event = recorder.next();
        recorder.due(event, System.nanoTime() - 5_000_000);
        recorder.put(1);

        recorder.handled(event);
        assertThat(recorder.millis(1)).isGreaterThanOrEqualTo(5);
        assertThat(recorder.waiting()).isZero();

        recorder.handled(event);
        assertThat(recorder.handled()).isEqualTo(2);
        assertThat(recorder.millis(0)).isEqualTo(recorder.millis(1));
    }
}
